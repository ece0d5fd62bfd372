import type { Player, Vec2 } from '@rcss/core';

function overwriteVec(target: Vec2, source: Vec2): void {
  target.x = source.x;
  target.y = source.y;
}

/**
 * Makes a player the same as another, without replacing any object. Property by property: a loop over names takes
 * thirty times as long, and of the state of a match most is in its players.
 */
export function overwritePlayer(target: Player, source: Player): void {
  overwriteVec(target.pos, source.pos);
  overwriteVec(target.vel, source.vel);
  overwriteVec(target.accel, source.accel);
  overwriteVec(target.armTarget, source.armTarget);
  target.enabled = source.enabled;
  target.assigned = source.assigned;
  target.goalie = source.goalie;
  target.goalieAppointed = source.goalieAppointed;
  target.version = source.version;
  target.body = source.body;
  target.bodyTarget = source.bodyTarget;
  target.neck = source.neck;
  target.neckTarget = source.neckTarget;
  target.focusDist = source.focusDist;
  target.focusDir = source.focusDir;
  target.typeId = source.typeId;
  target.typeExplicit = source.typeExplicit;
  target.stamina = source.stamina;
  target.effort = source.effort;
  target.recovery = source.recovery;
  target.staminaCapacity = source.staminaCapacity;
  target.noiseRate = source.noiseRate;
  target.kickRate = source.kickRate;
  target.state = source.state;
  target.collidedWithBall = source.collidedWithBall;
  target.collidedWithPlayer = source.collidedWithPlayer;
  target.collidedWithPost = source.collidedWithPost;
  target.bodyUsed = source.bodyUsed;
  target.neckUsed = source.neckUsed;
  target.leftLegUsed = source.leftLegUsed;
  target.rightLegUsed = source.rightLegUsed;
  target.leftLegDash = source.leftLegDash;
  target.leftLegPower = source.leftLegPower;
  target.leftLegDir = source.leftLegDir;
  target.rightLegDash = source.rightLegDash;
  target.rightLegPower = source.rightLegPower;
  target.rightLegDir = source.rightLegDir;
  target.kickedCount = source.kickedCount;
  target.dashedCount = source.dashedCount;
  target.tackleIdle = source.tackleIdle;
  target.foulCharged = source.foulCharged;
  target.catchBan = source.catchBan;
  target.goalieMoves = source.goalieMoves;
  target.cards = source.cards;
  target.kickCount = source.kickCount;
  target.dashCount = source.dashCount;
  target.turnCount = source.turnCount;
  target.catchCount = source.catchCount;
  target.moveCount = source.moveCount;
  target.turnNeckCount = source.turnNeckCount;
  target.changeViewCount = source.changeViewCount;
  target.changeFocusCount = source.changeFocusCount;
  target.sayCount = source.sayCount;
  target.tackleCount = source.tackleCount;
  target.pointtoCount = source.pointtoCount;
  target.attentiontoCount = source.attentiontoCount;
  target.focusCount = source.focusCount;
  target.viewWidth = source.viewWidth;
  target.viewQuality = source.viewQuality;
  target.viewAngle = source.viewAngle;
  target.synchSee = source.synchSee;
  target.gaussianSee = source.gaussianSee;
  target.seeCounter = source.seeCounter;
  target.armAge = source.armAge;
  target.attention = source.attention;
  target.earLeftComplete = source.earLeftComplete;
  target.earLeftPartial = source.earLeftPartial;
  target.earRightComplete = source.earRightComplete;
  target.earRightPartial = source.earRightPartial;
  target.hearOwn = source.hearOwn;
  target.hearOpponents = source.hearOpponents;
  target.clangMin = source.clangMin;
  target.clangMax = source.clangMax;
}
