import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MoveSpec, type Player, type PlayMode, playerOf, type Side } from '@rcss/core';
import { deg } from '@rcss/core/math';
import { describe, expect, it } from 'vitest';
import {
  addPlayer,
  createTestField,
  createTestParams,
  formatSixDigits,
  runStep,
  type TestField,
} from '../test/field.js';
import { dash, dashLeg, kick, tackle, turn, turnNeck } from './entries/actions.js';
import {
  placeBallByTrainer,
  placePlayerByTrainer,
  recoverPlayers,
  setPlayerType,
} from './entries/players.js';
import { initializeWind } from './entries/stages.js';

/**
 * Scenarios recorded from the reference server with all noise off and no referee: commands, and the state that a player
 * with full state information received after each step. Each scenario is one file, see testdata/README.md.
 */
type RecordedStep =
  | ['cycle', Record<string, string>, string]
  | ['note', string]
  | ['mode', PlayMode]
  | ['recover']
  | ['type', string, number]
  | ['ball', number, number, number?, number?]
  | ['place', string, number, number, number?, number?, number?];

interface Recording {
  about: string;
  server: Record<string, unknown>;
  player: Record<string, unknown>;
  clients: { id: string; version: number; goalie?: boolean }[];
  ops: RecordedStep[];
}

const folder = join(import.meta.dirname, '..', 'testdata');

function findPlayer(field: TestField, id: string): Player {
  return playerOf(field.world, id[0]?.toLowerCase() as Side, Number(id.slice(1))) as Player;
}

function executeCommands(field: TestField, player: Player, text: string): void {
  const { params, rng } = field;
  for (const [, name, rest] of text.matchAll(/\((\w+)((?:[^()]|\([^()]*\))*)\)/g)) {
    const args = (rest as string).trim().split(/\s+/);
    const n = args.map(Number);
    switch (name) {
      case 'dash': {
        const legs = [...(rest as string).matchAll(/\(([lr]) (\S+) (\S+)\)/g)];
        for (const [, leg, p, d] of legs) dashLeg(params, player, leg as 'l' | 'r', Number(p), Number(d));
        if (legs.length === 0) dash(params, player, n[0] as number, n[1] ?? 0);
        break;
      }
      case 'turn':
        turn(params, rng, player, n[0] as number);
        break;
      case 'turn_neck':
        turnNeck(params, player, n[0] as number);
        break;
      case 'kick':
        kick(field, rng, player, n[0] as number, n[1] as number);
        break;
      case 'tackle':
        tackle(field, rng, player, n[0] as number, args[1] === 'on');
        break;
      default:
        throw new Error(`unknown command ${name}`);
    }
  }
}

/** A player as the observer sees it; capacity is reported from version 13 on, the tackle mark from version 14 on. */
function formatPlayer(player: Player, observer: number): string {
  const { pos, vel, body, neck, stamina, effort, recovery, staminaCapacity } = player;
  const place = [pos.x, pos.y, vel.x, vel.y, deg(body), deg(neck)].map(formatSixDigits).join(' ');
  const marks = `${player.kickedCount >= 0 ? ' k' : ''}${player.tackleIdle > 0 ? ' t' : ''}`;
  const values = [stamina, effort, recovery];
  if (observer >= 13) values.push(staminaCapacity);
  return `${player.side} ${player.unum} ${place} / ${values.map(formatSixDigits).join(' ')}${observer >= 14 ? marks : ''}`;
}

/** Rounding residues are printed in e-notation; they depend on the mathematics library. */
function clearRoundingResidues(text: string): string {
  return text.replace(/-?\d\S*e-(\d+)/g, (number, e) => (Number(e) > 9 ? '0' : number));
}

function runRecordedStep(
  field: TestField,
  recording: Recording,
  op: RecordedStep,
): [got: string, expected: string] | null {
  const { world, params, rng } = field;
  switch (op[0]) {
    case 'mode':
      world.playMode = op[1];
      return null;
    case 'recover':
      recoverPlayers(world, params);
      return null;
    case 'type':
      setPlayerType(params, findPlayer(field, op[1]), op[2]);
      return null;
    case 'ball':
      placeBallByTrainer(world, {
        x: op[1],
        y: op[2],
        ...(op[3] === undefined ? {} : { vx: op[3], vy: op[4] ?? 0 }),
      });
      return null;
    case 'place': {
      const [, id, x, y, angle, vx, vy] = op;
      const to: MoveSpec = {
        x,
        y,
        ...(angle === undefined ? {} : { angle }),
        ...(vx === undefined ? {} : { vx, vy: vy ?? 0 }),
      };
      placePlayerByTrainer(field, rng, findPlayer(field, id), to);
      return null;
    }
    case 'cycle': {
      for (const { id } of recording.clients) {
        const text = op[1][id];
        if (text !== undefined) executeCommands(field, findPlayer(field, id), text);
      }
      let got = '';
      runStep(field);
      const { pos, vel } = world.ball;
      const rows = world.players
        .filter((p) => p.enabled && p.armAge >= params.server.point_to_duration)
        .map((p) => formatPlayer(p, recording.clients[0]?.version ?? 19));
      got = [[pos.x, pos.y, vel.x, vel.y].map(formatSixDigits).join(' '), ...rows].join(' | ');
      // The first column is the clock, which is not part of the physics.
      return [got, op[2].slice(op[2].indexOf('|') + 2)];
    }
    default:
      return null;
  }
}

describe('recorded scenarios (spec 05 §6 to §18)', () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const recording = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recording;
    it(`${file}: ${recording.about}`, () => {
      const flags = Object.entries(recording.server).map(([name, value]) => [
        name,
        ['synch_mode', 'game_logging', 'text_logging', 'keepaway_logging', 'coach', 'fullstate_l'].includes(
          name,
        )
          ? value === 1
          : value,
      ]);
      const field = createTestField(
        createTestParams(Object.fromEntries(flags), recording.player),
        'before_kick_off',
      );
      for (const { id, version, goalie } of recording.clients) {
        addPlayer(field, id[0]?.toLowerCase() as Side, Number(id.slice(1)), {
          version,
          goalie: goalie ?? false,
        });
      }
      initializeWind(field.world, field.params, field.rng);
      let heading = 'start';
      let cycles = 0;
      for (const op of recording.ops) {
        if (op[0] === 'note') heading = op[1];
        const result = runRecordedStep(field, recording, op);
        if (result === null) continue;
        cycles += 1;
        expect(clearRoundingResidues(result[0]), `${heading}, cycle ${cycles}`).toBe(
          clearRoundingResidues(result[1]),
        );
      }
      expect(cycles).toBeGreaterThan(5);
    });
  }
});
