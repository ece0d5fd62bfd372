/** Whether a file is a debug file by its name; other files are game logs. */
export function isDebugFileName(name: string): boolean {
  return /\.(?:jsonl|dcl|ocl|log)(?:\.gz)?$/i.test(name);
}
