// Draws a scene with WebGL 2: three calls a frame, of what lies in the field. A renderer without a graphics
// card pays for each row of a buffer, so rows that cannot be seen are not loaded.

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

/** One kind of shape, drawn once for each row of a buffer. */
class Shapes {
  private readonly uniforms = new Map<string, WebGLUniformLocation | null>();
  private readonly array: WebGLVertexArrayObject;
  private readonly buffer: WebGLBuffer;
  private count = 0;

  /** 'sizes' are the numbers of each attribute after the corner, in the order of a row. */
  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly program: WebGLProgram,
    corners: readonly number[],
    sizes: readonly number[],
    private readonly stride: number,
  ) {
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(corners), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    this.buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    let offset = 0;
    for (const [index, size] of sizes.entries()) {
      gl.enableVertexAttribArray(index + 1);
      gl.vertexAttribPointer(index + 1, size, gl.FLOAT, false, stride * float, offset * float);
      gl.vertexAttribDivisor(index + 1, 1);
      offset += size;
    }
  }

  load(rows: Float32Array): void {
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.buffer);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, rows, this.gl.DYNAMIC_DRAW);
    this.count = rows.length / this.stride;
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
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.count);
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
    const gl = canvas.getContext("webgl2", { antialias: false, depth: false, premultipliedAlpha: true });
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
    gl.clearColor(0, 0, 0, 0);
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
