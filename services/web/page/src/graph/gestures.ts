// Pointers and the wheel as moves of a picture: one pointer pans, two zoom, one that does not move presses.

export interface Moves {
  /** By CSS pixels. */
  pan(x: number, y: number): void;
  /** Around a point; all points are CSS pixels from the middle of the element. */
  zoom(factor: number, x: number, y: number): void;
  hover(x: number, y: number): void;
  leave(): void;
  press(x: number, y: number): void;
}

/** A pointer that moves less, in CSS pixels, is still. */
const still = 4;

interface Point {
  x: number;
  y: number;
}

export class Gestures {
  private readonly down = new Map<number, Point>();
  private moved = 0;

  /** Listens as long as the element is in use. */
  constructor(
    private readonly element: HTMLElement,
    private readonly moves: Moves,
  ) {
    element.addEventListener("pointerdown", (event) => this.begin(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.end(event, true));
    element.addEventListener("pointercancel", (event) => this.end(event, false));
    element.addEventListener("pointerleave", () => this.down.size === 0 && moves.leave());
    element.addEventListener("wheel", (event) => this.turn(event), { passive: false });
  }

  private place(event: MouseEvent): Point {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
  }

  private begin(event: PointerEvent): void {
    if (event.button !== 0) return;
    if (this.down.size === 0) this.moved = 0;
    this.down.set(event.pointerId, this.place(event));
    this.element.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const to = this.place(event);
    const from = this.down.get(event.pointerId);
    if (from === undefined) {
      this.moves.hover(to.x, to.y);
      return;
    }
    this.moved += Math.hypot(to.x - from.x, to.y - from.y);
    if (this.down.size === 2) this.pinch(event.pointerId, from, to);
    else if (this.moved > still) this.moves.pan(to.x - from.x, to.y - from.y);
    this.down.set(event.pointerId, to);
  }

  private pinch(id: number, from: Point, to: Point): void {
    for (const [other, rest] of this.down) {
      if (other === id) continue;
      const before = Math.hypot(from.x - rest.x, from.y - rest.y);
      const after = Math.hypot(to.x - rest.x, to.y - rest.y);
      if (before > 0) this.moves.zoom(after / before, (to.x + rest.x) / 2, (to.y + rest.y) / 2);
    }
  }

  private end(event: PointerEvent, completed: boolean): void {
    if (!this.down.delete(event.pointerId)) return;
    if (completed && this.down.size === 0 && this.moved <= still) {
      const { x, y } = this.place(event);
      this.moves.press(x, y);
    }
  }

  private turn(event: WheelEvent): void {
    event.preventDefault();
    const { x, y } = this.place(event);
    // Browsers count in pixels or in lines of some sixteen.
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
    this.moves.zoom(Math.exp(-pixels * 0.0022), x, y);
  }
}
