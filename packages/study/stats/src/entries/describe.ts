/**
 * Matches in words: a moment, what a player perceives, an event, a whole match, from true states and events. The sentences are data, so
 * that another language is a file.
 */
export { describeFrame } from '../describe/describe-frame.js';
export { describeEvent, describeMatch } from '../describe/describe-match.js';
export { describePerception, type PerceptionSource } from '../describe/describe-perception.js';
export {
  CHINESE,
  ENGLISH,
  JAPANESE,
  type Language,
  readLanguage,
  type SentenceId,
  type SideNames,
} from '../describe/language.js';
export * from '../describe/situation.js';
