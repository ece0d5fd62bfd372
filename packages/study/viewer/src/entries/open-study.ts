/** Statistics with their moments, players, the result of the match, saving, and studies. A script of its own. */
export { startBroadcast } from '../broadcast/broadcast.js';
export { NotesPanel, openStudy } from '../notes/notes-panel.js';
export { SavePanel } from '../study/save-panel.js';
export { StoryPanel } from '../study/story-panel.js';
export { StudyPanel } from '../study/study-panel.js';
export { WhyPanel } from '../why/why-panel.js';
