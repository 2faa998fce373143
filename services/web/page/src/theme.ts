// Light and dark: as the system says, unless the reader switched. Colours are CSS variables; what
// is drawn on a canvas reads them here.

const key = "waymark-theme";

/** Sent to the window after the colours changed. */
export const themeEvent = "waymark-theme";

type Theme = "light" | "dark";

function systemTheme(): Theme {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function savedTheme(): Theme | null {
  try {
    const saved = localStorage.getItem(key);
    return saved === "light" || saved === "dark" ? saved : null;
  } catch {
    // A report opened as a file may have no storage; then the system decides.
    return null;
  }
}

export function theme(): Theme {
  return savedTheme() ?? systemTheme();
}

function apply(): void {
  document.documentElement.dataset["theme"] = theme();
  window.dispatchEvent(new Event(themeEvent));
}

export function startTheme(): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
  apply();
}

export function switchTheme(): void {
  const next: Theme = theme() === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(key, next);
    apply();
  } catch {
    document.documentElement.dataset["theme"] = next;
    window.dispatchEvent(new Event(themeEvent));
  }
}

export type Rgb = readonly [red: number, green: number, blue: number];

/** The colour of a CSS variable at the moment, in 0 to 255 each. */
export function colour(variable: string): Rgb {
  const probe = document.createElement("i");
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  const parts =
    getComputedStyle(probe)
      .color.match(/[\d.]+/g)
      ?.map(Number) ?? [];
  probe.remove();
  return [parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0];
}

export function cssColour([red, green, blue]: Rgb, alpha = 1): string {
  return `rgb(${red} ${green} ${blue} / ${alpha})`;
}

/** The relative luminance of WCAG 2, 0 to 1. */
export function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The colour between two, at a share of 0 to 1. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * share);
  return [at(0), at(1), at(2)];
}
