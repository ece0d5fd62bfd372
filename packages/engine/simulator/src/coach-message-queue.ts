/**
 * Messages of coaches in coach language: accepted at once, delivered later (spec 07 §10).
 *
 * During play_on a message waits `clang_mess_delay` cycles; in any other mode it is delivered with the next step, with everything that
 * waits. The queue keeps the order: a message that is not due holds back those after it.
 *
 * Invariant: delivery is the first thing in a step that clients notice, so its time is that of before the step. The budgets of message types
 * are refilled after it.
 *
 * Surprising: there is no limit per cycle. `clang_mess_per_cycle` matters only if it is 0 or less: then nothing is ever delivered. A coach
 * that has left is still heard.
 */
import { SIDES } from '@rcss/core';
import { deliverCoachLanguage } from '@rcss/sensors';
import type { CoachState } from './coach-state.js';
import type { Match } from './match.js';

/** Delivers due messages of both online coaches and refills their budgets, once per cycle (spec 07 §10.5, §10.6). */
export function deliverCoachMessages(match: Match): void {
  for (const side of SIDES) {
    const coach = match.coaches[side];
    deliverDueMessages(match, coach);
    refillBudget(match, coach);
  }
}

function deliverDueMessages(match: Match, coach: CoachState): void {
  const { world, params } = match;
  if (params.server.clang_mess_per_cycle <= 0) return;
  while (coach.queue.length > 0) {
    const message = coach.queue[0]!;
    const due =
      world.playMode !== 'play_on' || world.time - message.receivedAt >= params.server.clang_mess_delay;
    if (!due) return;
    coach.queue.shift();
    deliverCoachLanguage(match.sensors, match.random.sensors, coach.side, message);
    match.listener({
      type: 'say',
      time: world.time,
      speaker: { by: 'coach', side: coach.side, language: true },
      message: message.text,
      receivedAt: message.receivedAt,
    });
  }
}

function refillBudget(match: Match, coach: CoachState): void {
  const { world, params } = match;
  const { server } = params;
  if (coach.refilledAt >= 0 && world.time - coach.refilledAt < server.clang_win_size) return;
  coach.refilledAt = world.time;
  coach.budget.meta = server.clang_meta_win;
  coach.budget.info = server.clang_info_win;
  coach.budget.advice = server.clang_advice_win;
  coach.budget.define = server.clang_define_win;
  coach.budget.del = server.clang_del_win;
  coach.budget.rule = server.clang_rule_win;
}

/** Increases the freeform limit of both coaches once per normal playing time (spec 07 §10.4). */
export function raiseFreeformLimits(match: Match): void {
  const { world, params } = match;
  const { server } = params;
  if (world.stoppageTime !== 0 || world.time <= 0 || server.nr_normal_halfs <= 0) return;
  const period = Math.abs(server.nr_normal_halfs * params.halfCycles);
  if (period === 0 || world.time % period !== 0) return;
  for (const side of SIDES) {
    const coach = match.coaches[side];
    if (coach.freeformAllowed > 0) coach.freeformAllowed += server.say_coach_cnt_max;
  }
}
