<?php
// What the PHP files below a directory define, as JSON lines for php_calls.py: the tokenizer of PHP
// itself tells where names stand and what types derive from.
//
// usage: php php_definitions.php ROOT

namespace Waymark\Oracle;

const NAMES = [T_STRING, T_NAME_QUALIFIED, T_NAME_FULLY_QUALIFIED, T_NAME_RELATIVE];
const TYPES = [T_CLASS, T_INTERFACE, T_TRAIT, T_ENUM];

final class Reader
{
    private array $tokens;
    private int $at = 0;
    private string $namespace = '';
    private array $imports = [];

    public function __construct(private string $path, string $text)
    {
        $plain = static fn ($token) => !$token->is([T_WHITESPACE, T_COMMENT, T_DOC_COMMENT]);
        $this->tokens = array_values(array_filter(\PhpToken::tokenize($text), $plain));
    }

    /** All definitions of the file. */
    public function read(): void
    {
        $depth = 0;
        $types = []; // those that are open: [depth, name]
        for (; $this->at < count($this->tokens); ++$this->at) {
            $token = $this->tokens[$this->at];
            if ($token->is(['{', T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES])) {
                ++$depth;
            } elseif ($token->is('}')) {
                --$depth;
                if ($types && end($types)[0] === $depth) {
                    array_pop($types);
                }
            } elseif ($token->is(T_NAMESPACE) && $this->next()->is([...NAMES, '{'])) {
                $this->namespace = $this->next()->is('{') ? '' : $this->next()->text . '\\';
                $this->imports = [];
            } elseif ($token->is(T_USE) && !$types) {
                $this->import();
            } elseif ($token->is(T_USE) && end($types)[0] === $depth - 1) {
                $this->tell(['uses' => end($types)[1], 'types' => $this->types()]);
                if ($this->tokens[$this->at]->is('{')) {
                    ++$depth;
                }
            } elseif ($token->is(TYPES) && $this->isType()) {
                $types[] = [$depth, $this->type()];
                ++$depth;
            } elseif ($token->is(T_FUNCTION)) {
                $this->functionIn($types ? end($types)[1] : '');
            }
        }
    }

    private function next(int $by = 1): \PhpToken
    {
        return $this->tokens[$this->at + $by] ?? new \PhpToken(T_STRING, '');
    }

    private function isType(): bool
    {
        $before = $this->tokens[$this->at - 1] ?? null;
        return !($before && $before->is([T_DOUBLE_COLON, T_OBJECT_OPERATOR]));
    }

    private function import(): void
    {
        $text = '';
        while (!$this->tokens[++$this->at]->is(';')) {
            $word = $this->tokens[$this->at]->text;
            $text .= $word === 'as' ? '=' : $word;
        }
        if (preg_match('/^(function|const)/', $text) || str_starts_with($text, '(')) {
            return;
        }
        preg_match('/^(.*\\\\)\{(.*)\}$/', $text, $group);
        foreach (explode(',', $group[2] ?? $text) as $one) {
            [$name, $alias] = explode('=', $one . '=');
            $name = ltrim(($group[1] ?? '') . $name, '\\');
            $this->imports[strtolower($alias ?: basename(strtr($name, '\\', '/')))] = $name;
        }
    }

    private function full(string $name): string
    {
        if ($name[0] === '\\') {
            return substr($name, 1);
        }
        [$first, $rest] = explode('\\', $name . '\\', 2);
        $imported = $this->imports[strtolower($first)] ?? null;
        return $imported === null ? $this->namespace . $name : rtrim($imported . '\\' . $rest, '\\');
    }

    /** The names up to a brace or a semicolon. */
    private function types(): array
    {
        $types = [];
        while (!$this->tokens[++$this->at]->is(['{', ';'])) {
            if ($this->tokens[$this->at]->is(NAMES)) {
                $types[] = $this->full($this->tokens[$this->at]->text);
            }
        }
        return $types;
    }

    private function type(): string
    {
        $line = $this->tokens[$this->at]->line;
        $name = "class@anonymous:{$this->path}:$line";
        if ($this->next()->is(T_STRING)) {
            ++$this->at;
            $name = $this->namespace . $this->tokens[$this->at]->text;
            $line = $this->tokens[$this->at]->line;
        } elseif ($this->next()->is('(')) { // arguments
            $depth = 0;
            do {
                $depth += ['(' => 1, ')' => -1][$this->tokens[++$this->at]->text] ?? 0;
            } while ($depth > 0);
        }
        $this->tell(['type' => $name, 'line' => $line, 'bases' => $this->types()]);
        return $name;
    }

    private function functionIn(string $type): void
    {
        $by = $this->next()->is(['&', T_AMPERSAND_NOT_FOLLOWED_BY_VAR_OR_VARARG]) ? 2 : 1;
        if ($this->next($by)->is('(')) {
            return; // a closure
        }
        $name = $this->next($by)->text;
        $full = $type === '' ? $this->namespace . $name : "$type::$name";
        $this->tell(['function' => $full, 'line' => $this->next($by)->line]);
    }

    private function tell(array $record): void
    {
        echo json_encode($record + ['path' => $this->path]), "\n";
    }
}

$root = realpath($argv[1]);
$files = new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($root));
foreach ($files as $file) {
    if ($file->isFile() && $file->getExtension() === 'php') {
        $path = substr($file->getPathname(), strlen($root) + 1);
        (new Reader($path, file_get_contents($file->getPathname())))->read();
    }
}
