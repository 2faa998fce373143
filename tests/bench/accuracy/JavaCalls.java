import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The calls of Java sources as javac understands them, as JSON lines for score.py.
 *
 * <p>usage: java JavaCalls.java ROOT [-cp CLASSPATH] [DIRECTORY...]
 *
 * <p>Compiles all sources below the directories of ROOT, without them all of it, as one program on
 * the class path, and writes nothing but what it understood. What is missing of the dependencies
 * leaves errors: a call that javac gave no method, or whose arguments have no type, is unknown.
 * References to methods are values, and whether one is called there is unknown too. super(...) and
 * this(...) are constructions of the type whose constructor they call.
 */
final class JavaCalls extends TreePathScanner<Void, Void> {
  private final Path root;
  private final Trees trees;
  private final Elements elements;
  private final SourcePositions positions;
  private final PrintStream out;
  private final Map<CompilationUnitTree, String> texts = new HashMap<>();
  private CompilationUnitTree unit;

  private JavaCalls(Path root, JavacTask task, PrintStream out) {
    this.root = root;
    this.trees = Trees.instance(task);
    this.elements = task.getElements();
    this.positions = trees.getSourcePositions();
    this.out = out;
  }

  public static void main(String[] arguments) throws IOException {
    Path root = Paths.get(arguments[0]).toRealPath();
    List<String> options =
        new ArrayList<>(
            List.of("-proc:none", "-Xmaxerrs", "1", "-nowarn", "-XDshould-stop.ifError=FLOW"));
    List<Path> directories = new ArrayList<>();
    for (int i = 1; i < arguments.length; ++i) {
      if (arguments[i].equals("-cp")) {
        options.addAll(List.of("-cp", arguments[++i]));
      } else {
        directories.add(root.resolve(arguments[i]));
      }
    }
    if (directories.isEmpty()) {
      directories.add(root);
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager files =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    Iterable<? extends JavaFileObject> sources =
        files.getJavaFileObjectsFromPaths(sourcesIn(directories));
    JavacTask task =
        (JavacTask) compiler.getTask(null, files, problem -> {}, options, null, sources);
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    List<CompilationUnitTree> units = new ArrayList<>();
    task.parse().forEach(units::add);
    task.analyze();
    JavaCalls scanner = new JavaCalls(root, task, out);
    units.forEach(scanner::tell);
    out.flush();
  }

  private static List<Path> sourcesIn(List<Path> directories) throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path directory : directories) {
      try (Stream<Path> below = Files.walk(directory)) {
        below
            .filter(path -> path.toString().endsWith(".java"))
            .filter(path -> !path.endsWith("module-info.java"))
            .sorted()
            .forEach(sources::add);
      }
    }
    return sources;
  }

  private void tell(CompilationUnitTree unit) {
    this.unit = unit;
    long lines = lineOf(unit, Math.max(textOf(unit).length() - 1, 0));
    for (long line = 1; line <= lines; ++line) {
      out.println("{\"covered\": " + quoted(pathOf(unit)) + ", \"line\": " + line + "}");
    }
    scan(unit, null);
  }

  @Override
  public Void visitMethod(MethodTree method, Void unused) {
    Element element = trees.getElement(getCurrentPath());
    boolean written = element == null || elements.getOrigin(element) == Elements.Origin.EXPLICIT;
    return written ? super.visitMethod(method, unused) : null;
  }

  @Override
  public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
    ExpressionTree select = call.getMethodSelect();
    String name = "";
    long position = positions.getStartPosition(unit, select);
    if (select instanceof MemberSelectTree) {
      name = ((MemberSelectTree) select).getIdentifier().toString();
      position = positions.getEndPosition(unit, select) - name.length();
    } else if (select instanceof IdentifierTree) {
      name = ((IdentifierTree) select).getName().toString();
    }
    // Calls that are not written are those that the compiler adds.
    if (!name.isEmpty() && position >= 0 && textOf(unit).startsWith(name, (int) position)) {
      Element called = trees.getElement(new TreePath(getCurrentPath(), select));
      boolean known = isKnown(called) && areKnown(call.getArguments());
      if (known && called.getKind() == ElementKind.CONSTRUCTOR) {
        String type = called.getEnclosingElement().getSimpleName().toString();
        tellCall(position, type, "construction", placesOf(called));
      } else if (known) {
        tellCall(position, name, "call", placesOf(called));
      } else {
        tellUnknown(position, name.equals("super") || name.equals("this") ? null : name);
      }
    }
    return super.visitMethodInvocation(call, unused);
  }

  @Override
  public Void visitNewClass(NewClassTree call, Void unused) {
    Tree type = call.getIdentifier();
    Element made = trees.getElement(new TreePath(getCurrentPath(), type));
    Element constructor = trees.getElement(getCurrentPath());
    if (call.getClassBody() != null) {
      constructor = inheritedConstructor(call.getClassBody());
    }
    while (type instanceof ParameterizedTypeTree) {
      type = ((ParameterizedTypeTree) type).getType();
    }
    String text = textOf(unit);
    String name = made == null ? "" : made.getSimpleName().toString();
    if (name.isEmpty()) {
      name = type.toString().replaceAll(".*[. ]", "");
    }
    long position = positions.getEndPosition(unit, type) - name.length();
    if (position < 0 || !text.startsWith(name, (int) position)) {
      position = positions.getStartPosition(unit, call);  // a constant of an enumeration
    }
    if (position >= 0 && isKnown(made)) {
      boolean known = isKnown(constructor) && areKnown(call.getArguments());
      boolean own = known && constructor.getEnclosingElement().equals(made);
      List<String> places = placesOf(own ? constructor : made);
      if (known || places.isEmpty() || made.getKind() == ElementKind.INTERFACE) {
        tellCall(position, name, "construction", places);
      } else {
        tellUnknown(position, name);
      }
    } else if (position >= 0) {
      tellUnknown(position, name);
    }
    return super.visitNewClass(call, unused);
  }

  /** The constructor that the one of a type without a name calls. */
  private Element inheritedConstructor(ClassTree body) {
    TreePath inside = new TreePath(getCurrentPath(), body);
    for (Tree member : body.getMembers()) {
      if (!(member instanceof MethodTree) || ((MethodTree) member).getReturnType() != null) {
        continue;
      }
      Element[] found = {null};
      new TreePathScanner<Void, Void>() {
        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
          found[0] = trees.getElement(new TreePath(getCurrentPath(), call.getMethodSelect()));
          return null;
        }
      }.scan(new TreePath(inside, member), null);
      return found[0];
    }
    return null;
  }

  @Override
  public Void visitMemberReference(MemberReferenceTree reference, Void unused) {
    String name = reference.getName().toString();
    boolean makes = reference.getMode() == MemberReferenceTree.ReferenceMode.NEW;
    long position = positions.getEndPosition(unit, reference) - (makes ? 3 : name.length());
    if (position >= 0) {
      tellUnknown(position, makes ? null : name);
    }
    return super.visitMemberReference(reference, unused);
  }

  private static boolean isKnown(Element element) {
    return element != null
        && element.asType() != null
        && element.asType().getKind() != TypeKind.ERROR;
  }

  /** Without its types, which of several methods is called is not known. */
  private boolean areKnown(List<? extends ExpressionTree> arguments) {
    for (ExpressionTree argument : arguments) {
      TypeMirror type = trees.getTypeMirror(new TreePath(getCurrentPath(), argument));
      if (type != null && type.getKind() == TypeKind.ERROR) {
        return false;
      }
    }
    return true;
  }

  /** Where an element is declared; nothing when that is outside of the sources. */
  private List<String> placesOf(Element element) {
    TreePath path = trees.getPath(element);
    Element named = element;
    boolean ours = trees.getPath(element.getEnclosingElement()) != null;
    if (path == null && ours && element instanceof ExecutableElement) {
      // What a record gives its components: javac has no tree of that.
      for (Element member : element.getEnclosingElement().getEnclosedElements()) {
        boolean component =
            member.getKind() == ElementKind.RECORD_COMPONENT
                && ((ExecutableElement) element).getParameters().isEmpty()
                && member.getSimpleName().equals(element.getSimpleName());
        if (component) {
          named = member;
          path = trees.getPath(member);
        }
      }
    }
    boolean constructor = element.getKind() == ElementKind.CONSTRUCTOR;
    if (constructor && elements.getOrigin(element) != Elements.Origin.EXPLICIT) {
      named = element.getEnclosingElement();
      path = trees.getPath(named);
    }
    if (path == null) {
      return List.of();
    }
    CompilationUnitTree file = path.getCompilationUnit();
    String name =
        named.getKind() == ElementKind.CONSTRUCTOR
            ? named.getEnclosingElement().getSimpleName().toString()
            : named.getSimpleName().toString();
    long line = lineOf(file, positionOfName(file, path.getLeaf(), name));
    return List.of("[" + quoted(pathOf(file)) + ", " + line + "]");
  }

  /** Position of the name in a declaration: behind its modifiers and its type. */
  private int positionOfName(CompilationUnitTree file, Tree declaration, String name) {
    long start = positions.getStartPosition(file, declaration);
    ModifiersTree modifiers = null;
    Tree type = null;
    if (declaration instanceof MethodTree) {
      modifiers = ((MethodTree) declaration).getModifiers();
      type = ((MethodTree) declaration).getReturnType();
    } else if (declaration instanceof ClassTree) {
      modifiers = ((ClassTree) declaration).getModifiers();
    } else if (declaration instanceof VariableTree) {
      modifiers = ((VariableTree) declaration).getModifiers();
      type = ((VariableTree) declaration).getType();
    }
    long from = start;
    for (Tree part : new Tree[] {modifiers, type}) {
      long end = part == null ? -1 : positions.getEndPosition(file, part);
      from = Math.max(from, end);
    }
    Matcher match = Pattern.compile("\\b" + Pattern.quote(name) + "\\b").matcher(textOf(file));
    return (int) (match.find((int) from) ? match.start() : start);
  }

  private void tellCall(long position, String name, String kind, List<String> places) {
    out.println(
        "{\"call\": "
            + quoted(pathOf(unit))
            + ", \"line\": "
            + lineOf(unit, position)
            + ", \"name\": "
            + quoted(name)
            + ", \"kind\": "
            + quoted(kind)
            + ", \"targets\": ["
            + String.join(", ", places)
            + "]}");
  }

  private void tellUnknown(long position, String name) {
    out.println(
        "{\"unknown\": "
            + quoted(pathOf(unit))
            + ", \"line\": "
            + lineOf(unit, position)
            + (name == null ? "" : ", \"name\": " + quoted(name))
            + "}");
  }

  private String textOf(CompilationUnitTree file) {
    return texts.computeIfAbsent(
        file,
        key -> {
          try {
            return key.getSourceFile().getCharContent(true).toString();
          } catch (IOException failure) {
            throw new java.io.UncheckedIOException(failure);
          }
        });
  }

  private static long lineOf(CompilationUnitTree file, long position) {
    return file.getLineMap().getLineNumber(position);
  }

  private String pathOf(CompilationUnitTree file) {
    Path path = Paths.get(file.getSourceFile().toUri());
    return root.relativize(path).toString();
  }

  private static String quoted(String text) {
    return text.chars()
        .mapToObj(
            c ->
                c == '"' || c == '\\'
                    ? "\\" + (char) c
                    : c < ' ' ? String.format("\\u%04x", c) : String.valueOf((char) c))
        .collect(Collectors.joining("", "\"", "\""));
  }
}
