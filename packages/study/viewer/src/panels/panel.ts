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

/** Panels at the side of the field. */
export type PanelName =
  | 'view'
  | 'players'
  | 'types'
  | 'messages'
  | 'story'
  | 'statistics'
  | 'save'
  | 'notes'
  | 'referee'
  | 'why'
  | 'scene'
  | 'help';
