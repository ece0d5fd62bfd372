/** A side panel: its contents, and an update for every drawn frame while it is open. */
export interface Panel {
  readonly title: string;
  readonly body: HTMLElement;
  /** Whether the panel needs the width of a table. */
  readonly wide?: boolean;
  update(): void;
}

/** The content of a panel whose code is loaded when the panel is opened first. */
export interface PanelContent {
  readonly element: HTMLElement;
  readonly isWide?: boolean;
  update(): void;
}

/** Panels at the side of the field that a link can open. */
export const LINKED_PANELS = [
  'view',
  'players',
  'types',
  'messages',
  'story',
  'statistics',
  'save',
  'notes',
  'why',
  'help',
] as const;

/** Panels at the side of the field. */
export type PanelName = (typeof LINKED_PANELS)[number] | 'referee' | 'scene';
