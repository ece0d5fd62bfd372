/** The records of game logs by type, and the result message. */
export * from '../record.js';
