import { type PlayMode, playModeSide } from '@rcss/core';

const WORDS: Readonly<Record<string, string>> = {
  before_kick_off: 'Before kick-off',
  time_over: 'Full time',
  play_on: 'Play on',
  kick_off: 'Kick-off',
  kick_in: 'Kick-in',
  free_kick: 'Free kick',
  corner_kick: 'Corner kick',
  goal_kick: 'Goal kick',
  goal: 'Goal',
  drop_ball: 'Drop ball',
  offside: 'Offside',
  penalty_kick: 'Penalty kick',
  first_half_over: 'Half-time',
  pause: 'Pause',
  human_judge: 'Human referee',
  foul_charge: 'Foul: charging',
  foul_push: 'Foul: pushing',
  foul_multiple_attack: 'Foul: multiple attack',
  foul_ballout: 'Foul: ball out',
  back_pass: 'Back pass',
  free_kick_fault: 'Free kick fault',
  catch_fault: 'Catch fault',
  indirect_free_kick: 'Indirect free kick',
  penalty_setup: 'Shoot-out: set up',
  penalty_ready: 'Shoot-out: ready',
  penalty_taken: 'Shoot-out: taken',
  penalty_miss: 'Shoot-out: missed',
  penalty_score: 'Shoot-out: scored',
  illegal_defense: 'Illegal defense',
};

/** Returns the play mode in words, without the side: `Free kick`. */
export function formatPlayMode(mode: PlayMode): string {
  const stem = playModeSide(mode) === 'n' ? mode : mode.slice(0, -2);
  return WORDS[stem] ?? mode;
}

/** Returns a play mode in words with its side: `Free kick left`. */
export function formatPlayModeWithSide(mode: PlayMode): string {
  const side = mode.endsWith('_l') ? ' left' : mode.endsWith('_r') ? ' right' : '';
  return formatPlayMode(mode) + side;
}
