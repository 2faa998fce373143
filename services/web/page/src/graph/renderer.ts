// Draws a scene with WebGL 2: three calls a frame, of what lies in the field. A renderer without a graphics
// card pays for each shape, so those that cannot be seen are not loaded.

import { cssColour, colour, type Rgb } from "../theme.ts";
import { eachShown, leafRadius, type Camera, type Opening, type Shown } from "./camera.ts";
import { circleFields, circleStride, lineFields, lineStride, type Scene } from "./scene.ts";
import { circleFragment, circleVertex, lineFragment, lineVertex } from "./shaders.ts";

const float = 4;

function compile(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind);
    if (shader === null) throw new Error("WebGL makes no shader");
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true) {
    throw new Error(`WebGL cannot run the programs of the graph: ${gl.getProgramInfoLog(program) ?? "no reason"}`);
  }
  return program;
}

/** The corners of a shape, which is two triangles. */
const cornersOfShape = 4;
const trianglesOfShape = [0, 1, 2, 2, 1, 3];
/** Numbers of a corner. */
const cornerSize = 2;

/** One kind of shape, drawn for each row of a list. */
class Shapes {
  private readonly uniforms = new Map<string, WebGLUniformLocation | null>();
  private readonly array: WebGLVertexArrayObject;
  private readonly buffer: WebGLBuffer;
  private readonly order: WebGLBuffer;
  private vertices = new Float32Array(0);
  private ordered = 0;
  private count = 0;

  /** 'sizes' are the numbers of each attribute after the corner, in the order of a row. */
  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly program: WebGLProgram,
    private readonly corners: readonly number[],
    sizes: readonly number[],
    private readonly stride: number,
  ) {
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    this.buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    this.order = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.order);
    let offset = 0;
    for (const [index, size] of [cornerSize, ...sizes].entries()) {
      gl.enableVertexAttribArray(index);
      gl.vertexAttribPointer(index, size, gl.FLOAT, false, (cornerSize + stride) * float, offset * float);
      offset += size;
    }
  }

  /**
   * Every corner gets the row of its shape: a renderer without a graphics card pays more for an instance
   * than for the four vertices in its place.
   */
  load(rows: Float32Array): void {
    const { gl, stride, corners } = this;
    this.count = rows.length / stride;
    const length = this.count * cornersOfShape * (cornerSize + stride);
    if (this.vertices.length < length) this.vertices = new Float32Array(2 * length);
    const { vertices } = this;
    for (let row = 0, at = 0; row < rows.length; row += stride) {
      for (let corner = 0; corner < cornersOfShape * cornerSize; corner += cornerSize) {
        vertices[at] = corners[corner] as number;
        vertices[at + 1] = corners[corner + 1] as number;
        at += cornerSize;
        for (let field = 0; field < stride; field += 1) vertices[at + field] = rows[row + field] as number;
        at += stride;
      }
    }
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, vertices.subarray(0, length), gl.DYNAMIC_DRAW);
    this.orderFor(this.count);
  }

  /** Makes the order of corners long enough. */
  private orderFor(count: number): void {
    if (count <= this.ordered) return;
    this.ordered = 2 * count;
    const triangles = trianglesOfShape.length;
    const order = Uint32Array.from(
      { length: this.ordered * triangles },
      (_, index) => Math.floor(index / triangles) * cornersOfShape + (trianglesOfShape[index % triangles] as number),
    );
    this.gl.bindBuffer(this.gl.ELEMENT_ARRAY_BUFFER, this.order);
    this.gl.bufferData(this.gl.ELEMENT_ARRAY_BUFFER, order, this.gl.STATIC_DRAW);
  }

  private at(name: string): WebGLUniformLocation | null {
    let location = this.uniforms.get(name);
    if (location === undefined) {
      location = this.gl.getUniformLocation(this.program, name);
      this.uniforms.set(name, location);
    }
    return location;
  }

  draw(uniforms: ReadonlyMap<string, readonly number[]>): void {
    const { gl } = this;
    if (this.count === 0) return;
    gl.useProgram(this.program);
    gl.bindVertexArray(this.array);
    for (const [name, value] of uniforms) {
      const location = this.at(name);
      if (location === null) continue;
      if (name === "tones") gl.uniform3fv(location, value);
      else if (value.length === 1) gl.uniform1f(location, value[0] as number);
      else if (value.length === 2) gl.uniform2f(location, value[0] as number, value[1] as number);
      else gl.uniform3f(location, value[0] as number, value[1] as number, value[2] as number);
    }
    gl.drawElements(gl.TRIANGLES, this.count * trianglesOfShape.length, gl.UNSIGNED_INT, 0);
  }
}

const square = [-1, -1, 1, -1, -1, 1, 1, 1];
/** Numbers of the attributes of a line: source, whether it is a node, target, likewise, and the rest. */
const lineSizes = [4, 1, 4, 1, 4];
const strip = [0, -1, 0, 1, 1, -1, 1, 1];

function shares([red, green, blue]: Rgb): number[] {
  return [red / 255, green / 255, blue / 255];
}

export interface GraphColours {
  tones: number[];
  ink: number[];
  accent: number[];
  ground: number[];
  label: string;
  halo: string;
  font: string;
}

export function readColours(): GraphColours {
  const tones = ["--accent", ...Array.from({ length: 8 }, (_, index) => `--tone-${index}`)];
  return {
    tones: tones.flatMap((name) => shares(colour(name))),
    ink: shares(colour("--muted")),
    accent: shares(colour("--accent")),
    ground: shares(colour("--surface")),
    label: cssColour(colour("--ink")),
    halo: cssColour(colour("--surface"), 0.85),
    font: getComputedStyle(document.body).fontFamily,
  };
}

/** The rows of lines that begin or end at a circle. */
function linesAt(rows: Float32Array, circle: number, into: number[]): void {
  for (let at = 0; at < rows.length; at += lineStride) {
    if (rows[at + endFields[0]] === circle || rows[at + endFields[1]] === circle)
      into.push(...rows.subarray(at, at + lineStride));
  }
}

const endFields = [lineFields.indexOf("a"), lineFields.indexOf("b")] as const;

const chosenField = circleFields.indexOf("chosen");
/** A circle whose holder is less open is too faint to be seen. */
const leastDrawn = 0.02;

export class Renderer {
  private readonly circles: Shapes;
  private readonly lines: Shapes;
  /** The lines of the chosen circle. */
  private readonly own: Shapes;
  private scene: Scene | null = null;
  private faintness = 1;
  private chosen = -1;
  private bundled = false;
  /** Room for the rows of a frame. */
  private visible = { circles: new Float32Array(0), lines: new Float32Array(0) };

  private constructor(private readonly gl: WebGL2RenderingContext) {
    const line = compile(gl, lineVertex, lineFragment);
    this.lines = new Shapes(gl, line, strip, lineSizes, lineStride);
    this.own = new Shapes(gl, line, strip, lineSizes, lineStride);
    this.circles = new Shapes(gl, compile(gl, circleVertex, circleFragment), square, [4, 4], circleStride);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  /** Null where the browser has no WebGL 2. */
  static on(canvas: HTMLCanvasElement): Renderer | null {
    const gl = canvas.getContext("webgl2", { alpha: false, antialias: false, depth: false });
    return gl === null ? null : new Renderer(gl);
  }

  /** Shows a scene. If lines are bundled, only those between circles in the same circle are drawn. */
  load(scene: Scene, bundled: boolean): void {
    this.scene = scene;
    this.bundled = bundled;
    this.visible = {
      circles: new Float32Array(scene.circles.length),
      lines: new Float32Array(bundled ? scene.lines.length : 0),
    };
    const count = (scene.lines.length + (bundled ? 0 : scene.crossing.length)) / lineStride;
    // Many lines lie on each other, so each is drawn fainter.
    this.faintness = Math.min(0.4, Math.max(0.16, 3 / Math.sqrt(count + 1)));
    if (!bundled) this.lines.load(Float32Array.from([...scene.lines, ...scene.crossing]));
  }

  /** Makes a circle stand out with all of its lines; -1 is none. */
  choose(circle: number): void {
    if (this.scene === null) return;
    const rows: number[] = [];
    if (circle >= 0) {
      linesAt(this.scene.lines, circle, rows);
      linesAt(this.scene.crossing, circle, rows);
    }
    this.chosen = circle;
    this.own.load(Float32Array.from(rows));
  }

  /** Loads the circles that lie in the field, and if lines are bundled, those inside of the open ones. */
  private loadVisible(scene: Scene, camera: Camera, opening: Opening, width: number, height: number): void {
    const { visible } = this;
    let circles = 0;
    let lines = 0;
    const copyLines = (from: number, to: number): void => {
      visible.lines.set(scene.lines.subarray(from * lineStride, to * lineStride), lines);
      lines += (to - from) * lineStride;
    };
    if (this.bundled) copyLines(0, scene.inside[0] ?? 0);
    const visit = ({ index, open }: Shown): void => {
      const at = index * circleStride;
      visible.circles.set(scene.circles.subarray(at, at + circleStride), circles);
      visible.circles[circles + chosenField] = index === this.chosen ? 1 : 0;
      circles += circleStride;
      if (open && this.bundled) copyLines(scene.inside[index] ?? 0, scene.inside[index + 1] ?? 0);
    };
    eachShown(scene, camera, opening, width, height, visit, leastDrawn);
    this.circles.load(visible.circles.subarray(0, circles));
    if (this.bundled) this.lines.load(visible.lines.subarray(0, lines));
  }

  /** Draws a frame: what is visible at the place and zoom of the camera. */
  draw(camera: Camera, opening: Opening, density: number, colours: GraphColours): void {
    const { gl, scene } = this;
    if (scene === null) return;
    const { width, height } = gl.canvas;
    gl.viewport(0, 0, width, height);
    const [red = 0, green = 0, blue = 0] = colours.ground;
    gl.clearColor(red, green, blue, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const uniforms = new Map<string, readonly number[]>([
      ["viewport", [width, height]],
      ["camera", [camera.x, camera.y, camera.zoom * density]],
      ["opening", [opening.from * density, opening.to * density]],
      ["density", [density]],
      ["leastRadius", [leafRadius.least * density]],
      ["mostRadius", [leafRadius.most * density]],
      ["tones", colours.tones],
      ["ink", colours.ink],
      ["strength", [this.chosen < 0 ? this.faintness : this.faintness * 0.35]],
      ["bundled", [this.bundled ? 1 : 0]],
      ["thick", [1]],
    ]);
    this.loadVisible(scene, camera, opening, width / density, height / density);
    this.lines.draw(uniforms);
    this.own.draw(
      new Map([...uniforms, ["ink", colours.accent], ["strength", [0.9]], ["bundled", [0]], ["thick", [1.3]]]),
    );
    this.circles.draw(uniforms);
  }
}
