// The state of the index, in the header: whether the page shows what is on disk, and since when.

import type { Api, IndexState } from "./api.ts";
import { h, show } from "./dom.ts";
import { counted } from "./format.ts";

/** How long the header says that the page was renewed, in milliseconds. */
const newsTime = 4000;

export class Live {
  readonly element = h("p", { class: "live", role: "status", "aria-live": "polite" });
  private generation: number | null = null;
  private news: ReturnType<typeof setTimeout> | undefined;

  /** 'renew' shows the view again, with answers of the new index; 'name' shows which repository it is of. */
  constructor(
    private readonly api: Api,
    private readonly name: HTMLElement,
    private readonly renew: () => void,
  ) {}

  start(): void {
    if (this.api.fixed) return;
    this.api.events((state) => this.accept(state));
  }

  private accept(state: IndexState | null): void {
    // Earlier news must not be told over the present state.
    clearTimeout(this.news);
    if (state === null || !state.daemon) {
      this.say("lost", `${state === null ? "The server" : "The daemon"} does not answer; trying again`);
      return;
    }
    show(this.name, state.repository);
    const renewed = this.generation !== null && this.generation !== state.generation;
    const back = this.element.dataset["state"] === "lost" && this.generation !== null;
    this.generation = state.generation;
    if (renewed || back) this.renew();
    if ((renewed || back) && state.indexed) {
      this.say("news", renewed ? "Updated just now" : "Connected again");
      this.news = setTimeout(() => this.settle(state), newsTime);
    } else {
      this.settle(state);
    }
  }

  private settle(state: IndexState): void {
    if (!state.indexed) this.say("behind", "Not indexed yet");
    else if ((state.differs ?? 0) > 0) this.say("behind", `${counted(state.differs ?? 0, "file")} not yet indexed`);
    else this.say("current", "Up to date");
  }

  private say(state: string, text: string): void {
    this.element.dataset["state"] = state;
    show(this.element, h("span", { class: "dot", "aria-hidden": "true" }), h("span", { class: "text" }, text));
  }
}
