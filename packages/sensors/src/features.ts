/**
 * What a player perceives by the exact protocol version of his client: the only place of this package that compares
 * versions. How it is written is the business of the protocol package.
 */

/** Objects are introduced at version 3.0, the flags outside the pitch at 4.0 (04 §3.1). */
export function seesObjects(version: number): boolean {
  return version >= 3;
}
export function seesOuterFlags(version: number): boolean {
  return version >= 4;
}
/** Whole degrees are truncated towards zero, later rounded to even (04 §1.2 ideg). */
export function truncatesDegrees(version: number): boolean {
  return version < 7;
}
/** The focus point and the limits of identity and motion come from the player type (04 §3.8, §3.9, §3.13). */
export function usesTypeVision(version: number): boolean {
  return version >= 18;
}
/** Pointing arms and the mark of a tackle (04 §3.10, §3.11). */
export function seesArmAndTackle(version: number): boolean {
  return version >= 8;
}
export function seesKick(version: number): boolean {
  return version >= 13;
}
export function seesGoalieMark(version: number): boolean {
  return version >= 6;
}
/** Messages are heard after sense_body, with ear and attention; before version 8 at once (04 §5.4, §5.5). */
export function hearsLater(version: number): boolean {
  return version >= 8;
}
/** Version 7 alone rounds the direction of what it hears; all others truncate (04 §5.4, §5.5). */
export function roundsHeardDirection(version: number): boolean {
  return version >= 7 && version < 8;
}
