// Figures as text, in English.

const grouped = new Intl.NumberFormat("en-US");

/** 12345 as 12,345. */
export function count(value: number): string {
  return grouped.format(value);
}

/** "handles_route" as "handles route". */
export function spoken(name: string): string {
  return name.replaceAll("_", " ");
}

/** "1 file", "2 files"; a plural that is not the noun with an s is given. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : plural}`;
}

/** Bytes in units of 1,000, with three digits at most. */
export function bytes(value: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let size = value;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 || size >= 99.95 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

/** A share of 0 to 1 as per cent; a share that is not none or all is not shown as such. */
export function percent(share: number): string {
  const rounded = Math.round(share * 100);
  if (rounded === 0 && share > 0) return "<1 %";
  if (rounded === 100 && share < 1) return ">99 %";
  return `${rounded} %`;
}

/** Days as "today", "12 days", "5 months" or "3 years". */
export function age(days: number): string {
  if (days < 1) return "today";
  if (days < 60) return counted(Math.round(days), "day");
  if (days < 730) return counted(Math.round(days / 30.44), "month");
  return counted(Math.round(days / 365.25), "year");
}

/** The part of a path after the last slash. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The part of a path before the last slash, or empty. */
export function directoryName(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** What a list calls a symbol: fetch of flask.app.Flask.fetch or a::b::fetch, and the name of a file. */
export function shortName(qualified: string, kind = ""): string {
  if (kind === "file") return baseName(qualified);
  return /[^.:#/\\]+$/.exec(qualified)?.[0] ?? qualified;
}
