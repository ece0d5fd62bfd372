/** The coach language between the coach and the players of a team: players that follow it, a coach that says it. */
export { AdvisingCoach, type AdvisingCoachOptions } from '../advice/advising-coach.js';
export { type FollowOptions, followAdvice } from '../advice/follow-advice.js';
