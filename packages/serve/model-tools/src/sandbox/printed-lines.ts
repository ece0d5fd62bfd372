export const MAX_PRINTED_LINES = 40;
/** Characters of a line. */
export const MAX_LINE = 200;

/** Lines that the code of teams printed; the first ones. */
export class PrintedLines {
  readonly lines: string[] = [];

  add(file: string, values: readonly unknown[]): void {
    if (this.lines.length >= MAX_PRINTED_LINES) return;
    const text = values
      .map((value) => (typeof value === 'string' ? value : describeValueText(value)))
      .join(' ');
    this.addLine(`${file}: ${text}`);
  }

  addLine(line: string): void {
    if (this.lines.length < MAX_PRINTED_LINES) this.lines.push(line.slice(0, MAX_LINE));
  }

  /** Returns the lines and forgets them. */
  take(): string[] {
    return this.lines.splice(0);
  }
}

/** Returns a value as a person reads it. */
export function describeValueText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
