// The programs of the graphics card. They decide how much of each circle and line is visible from the
// zoom alone, so that the page computes nothing for a frame.
//
// A group opens while its measure grows from one number of pixels to another: below the first it is one
// disc, above the second an outline around what it holds. Something is visible as far as its holder is open.

const common = `#version 300 es
precision highp float;
uniform vec2 viewport;   // pixels of the drawing buffer
uniform vec3 camera;     // centre on the plane, pixels a unit
uniform vec2 opening;    // measures in pixels between which a group opens
float opened(float measure) { return smoothstep(opening.x, opening.y, measure * camera.z); }
vec2 onScreen(vec2 place) { return (place - camera.xy) * camera.z; }
vec4 clip(vec2 pixels) { return vec4(pixels / viewport * vec2(2.0, -2.0), 0.0, 1.0); }
const vec4 outside = vec4(2.0, 2.0, 2.0, 1.0);
`;

export const circleVertex = `${common}
layout(location = 0) in vec2 corner;
layout(location = 1) in vec4 circle;    // x, y, radius, measure of the holder
layout(location = 2) in vec4 looks;     // tone, measure or 0 for a node, possible, chosen
uniform vec3 tones[9];                  // the accent first
uniform float leastRadius, mostRadius;  // of a leaf, in pixels
uniform float density;
out vec2 offset;
out vec4 fill;
out vec4 stroke;
out float radius, width, dashed;
void main() {
  float visible = opened(circle.w);
  bool leaf = looks.y == 0.0;
  radius = circle.z * camera.z;
  if (leaf) radius = clamp(radius, leastRadius, mostRadius);
  vec2 centre = onScreen(circle.xy);
  bool away = any(greaterThan(abs(centre), viewport * 0.5 + radius));
  float open = leaf ? 0.0 : opened(looks.y);
  width = (looks.w > 0.5 ? 2.5 : 1.0) * density;
  float reach = radius + width + 1.5;
  offset = corner * reach;
  vec3 tone = tones[int(looks.x + 1.5)];
  dashed = looks.z;
  fill = vec4(tone, visible * mix(leaf ? 0.95 : 0.42, 0.07, open) * mix(1.0, 0.25, dashed));
  stroke = vec4(tone, visible * mix(1.0, 0.45, open));
  gl_Position = visible < 0.01 || away ? outside : clip(centre + offset);
}`;

export const circleFragment = `#version 300 es
precision highp float;
in vec2 offset;
in vec4 fill;
in vec4 stroke;
in float radius, width, dashed;
out vec4 colour;
void main() {
  float distance = length(offset);
  float inner = 1.0 - smoothstep(radius - 0.75, radius + 0.75, distance);
  float ring = 1.0 - smoothstep(width * 0.5, width * 0.5 + 1.0, abs(distance - radius));
  if (dashed > 0.5) {
    float turns = atan(offset.y, offset.x) / 6.2831853 * max(8.0, floor(radius * 0.7));
    ring *= step(0.45, fract(turns));
  }
  float alpha = max(fill.a * inner, stroke.a * ring);
  colour = vec4(fill.rgb * alpha, alpha);
}`;

export const lineVertex = `${common}
layout(location = 0) in vec2 corner;    // x: 0 at the source, 1 at the target; y: -1 or 1 across
layout(location = 1) in vec4 source;    // x, y, radius, measure of the holder
layout(location = 2) in float sourceMeasure;
layout(location = 3) in vec4 target;
layout(location = 4) in float targetMeasure;
layout(location = 5) in vec4 looks;     // indices of both circles, weight, possible
uniform vec3 ink;
uniform float density, mostRadius, strength, bundled, thick;
out vec4 colour;
out float along, dashed;
float drawn(vec4 circle, bool leaf) {
  float radius = circle.z * camera.z;
  return leaf ? min(radius, mostRadius) : radius;
}
void main() {
  float visible = opened(source.w) * opened(target.w);
  bool sourceLeaf = sourceMeasure == 0.0;
  bool targetLeaf = targetMeasure == 0.0;
  float sourceOpen = sourceLeaf ? 1.0 : opened(sourceMeasure);
  float targetOpen = targetLeaf ? 1.0 : opened(targetMeasure);
  // Lines of what is inside take the place of a line between groups when both are open. Bundled lines
  // stay: they stand for what crosses the borders of both.
  if (bundled < 0.5 && !(sourceLeaf && targetLeaf)) visible *= 1.0 - sourceOpen * targetOpen;
  vec2 from = onScreen(source.xy);
  vec2 to = onScreen(target.xy);
  vec2 way = to - from;
  float far = max(length(way), 0.001);
  vec2 heading = way / far;
  // From border to border; circles that overlap share the way between their centres.
  float before = drawn(source, sourceLeaf);
  float after = drawn(target, targetLeaf);
  float fit = min(1.0, far * 0.95 / max(before + after, 0.001));
  vec2 start = from + heading * before * fit;
  vec2 end = to - heading * after * fit;
  float thickness = min(1.0 + 0.7 * log2(looks.z), 6.0) * density * thick;
  // Wide at the source, narrow at the target: the taper shows the direction.
  float half_ = mix(thickness, thickness * 0.25, corner.x) + 0.5;
  vec2 place = mix(start, end, corner.x) + vec2(-heading.y, heading.x) * corner.y * half_;
  colour = vec4(ink, visible * strength);
  along = corner.x * length(end - start) / density;
  dashed = looks.w;
  vec2 edge = viewport * 0.5;
  bool away = any(greaterThan(min(from, to), edge)) || any(lessThan(max(from, to), -edge));
  gl_Position = colour.a < 0.01 || away ? outside : clip(place);
}`;

export const lineFragment = `#version 300 es
precision highp float;
in vec4 colour;
in float along, dashed;
out vec4 pixel;
void main() {
  if (dashed > 0.5 && fract(along / 9.0) > 0.55) discard;
  pixel = vec4(colour.rgb * colour.a, colour.a);
}`;
