export interface Door {
  open(): number;
}

export class FrontDoor implements Door {
  open() {
    return 1;
  }
}

export class GlassDoor extends FrontDoor {
  open() {
    return 2;
  }
}

export function enter(door: Door) {
  return door.open();
}
