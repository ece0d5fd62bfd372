const KEY = 'rcss-playground-lessons';

/** The part of `Storage` that the progress uses. */
export type ProgressStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Returns the ids of the lessons that were passed in this browser; empty if the storage has no or other data. */
export function readProgress(storage: ProgressStorage | null): Set<string> {
  try {
    const ids: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

/** Stores the ids of the lessons that were passed. Storage errors are ignored. */
export function storeProgress(storage: ProgressStorage | null, passed: ReadonlySet<string>): void {
  try {
    storage?.setItem(KEY, JSON.stringify([...passed]));
  } catch {
    // A full or closed storage: the progress lasts as long as the page.
  }
}

const STUDENT_KEY = 'rcss-playground-student';

/** Returns the name that the student has written in this browser; '' if there is none. */
export function readStudent(storage: ProgressStorage | null): string {
  try {
    return storage?.getItem(STUDENT_KEY) ?? '';
  } catch {
    return '';
  }
}

/** Stores the name of the student. Storage errors are ignored. */
export function storeStudent(storage: ProgressStorage | null, name: string): void {
  try {
    storage?.setItem(STUDENT_KEY, name);
  } catch {
    // A full or closed storage: the name lasts as long as the page.
  }
}

/** Returns the storage of the page; null if the browser refuses it. */
export function openStorage(): ProgressStorage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
