// Forces between circles that lie in the same circle: linked ones come near, none overlap.
//
// A quadtree, as libraries for forces use it, costs more than it saves here: siblings are few, and
// their circles differ in size.

export interface Body {
  x: number;
  y: number;
  r: number;
}

export interface Link<B> {
  source: B;
  target: B;
}

/** Steps in which links pull, less and less, and steps after them that only part what overlaps. */
const pulls = 40;
const parts = 30;
/** How much of its distance to the centre a body loses in the first step. */
const gravity = 0.05;

function pull<B extends Body>(
  links: readonly Link<B>[],
  degrees: ReadonlyMap<B, number>,
  gap: number,
  strength: number,
): void {
  for (const { source, target } of links) {
    const dx = target.x - source.x;
    const dy = target.y - source.y;
    const distance = Math.hypot(dx, dy) || 1;
    const wanted = source.r + target.r + gap;
    const fromDegree = degrees.get(source) ?? 1;
    const toDegree = degrees.get(target) ?? 1;
    // A body with many links moves less, so that the few that only it has come to it.
    const move = ((distance - wanted) / distance) * strength * (0.5 / Math.min(fromDegree, toDegree));
    const share = fromDegree / (fromDegree + toDegree);
    target.x -= dx * move * share;
    target.y -= dy * move * share;
    source.x += dx * move * (1 - share);
    source.y += dy * move * (1 - share);
  }
}

function part<B extends Body>(bodies: readonly B[], gap: number): boolean {
  let moved = false;
  for (const [index, one] of bodies.entries()) {
    for (let at = index + 1; at < bodies.length; at += 1) {
      const other = bodies[at] as B;
      const wanted = one.r + other.r + gap;
      // Bodies at the same place part along a direction that their order decides.
      const dx = other.x - one.x || 1e-3 * (at - index);
      const dy = other.y - one.y || 1e-3;
      const square = dx * dx + dy * dy;
      if (square >= wanted * wanted) continue;
      const distance = Math.sqrt(square);
      const move = (wanted - distance) / distance;
      const share = one.r / (one.r + other.r);
      other.x += dx * move * share;
      other.y += dy * move * share;
      one.x -= dx * move * (1 - share);
      one.y -= dy * move * (1 - share);
      moved = true;
    }
  }
  return moved;
}

/** Moves bodies, which have places already, until links are short and no two are nearer than the gap. */
export function relax<B extends Body>(bodies: readonly B[], links: readonly Link<B>[], gap: number): void {
  const degrees = new Map<B, number>();
  for (const { source, target } of links) {
    degrees.set(source, (degrees.get(source) ?? 0) + 1);
    degrees.set(target, (degrees.get(target) ?? 0) + 1);
  }
  for (let step = 0; step < pulls; step += 1) {
    const strength = 1 - step / pulls;
    pull(links, degrees, gap, strength);
    for (const body of bodies) {
      body.x -= body.x * gravity * strength;
      body.y -= body.y * gravity * strength;
    }
    part(bodies, gap);
  }
  for (let step = 0; step < parts && part(bodies, gap); step += 1);
}
