/**
 * Messages of the server to the clients of a team, packed into numbers once per cycle: a worker receives one array instead of
 * hundreds of objects. Text is packed as bytes.
 */
import type { PlayerMessage } from '@rcss/protocol';

type SeeMessage = Extract<PlayerMessage, { type: 'see' }>;
type SenseBodyMessage = Extract<PlayerMessage, { type: 'sense_body' }>;
type SeenObject = SeeMessage['objects'][number];

/** Messages since the last delivery, in their order. */
export interface WorkerDelivery {
  /** Messages: index of the client, kind, size of the rest, the rest. */
  readonly values: Float64Array<ArrayBuffer>;
  /** Strings that occur for the first time; their numbers continue those of the deliveries before. */
  readonly strings: readonly string[];
  /** Messages that are not packed. */
  readonly others: readonly PlayerMessage[];
}

/** Receives the messages of a delivery. */
export interface DeliveryReceiver {
  receiveText(client: number, text: Uint8Array): void;
  receiveMessage(client: number, message: PlayerMessage): void;
  close(client: number): void;
}

const TEXT = 0;
const SEE = 1;
const SENSE_BODY = 2;
const OTHER = 3;
const CLOSE = 4;
/** Numbers before each message: client, kind, size. */
const HEAD_SIZE = 3;
/** Numbers of a seen object. */
const OBJECT_SIZE = 14;
/** Numbers of a sense_body message. */
const BODY_SIZE = 39;
/** A string that is null. */
const NO_STRING = -1;
const INITIAL_SIZE = 1 << 13;

const orNaN = (value: number | null): number => value ?? Number.NaN;
const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** Collects messages until they are sent to the worker of the team. */
export class DeliveryWriter {
  #values = new Float64Array(INITIAL_SIZE);
  #length = 0;
  readonly #numbers = new Map<string, number>();
  #strings: string[] = [];
  #others: PlayerMessage[] = [];

  /** Appends a message as text. */
  addText(client: number, text: Uint8Array): void {
    const size = 1 + Math.ceil(text.length / Float64Array.BYTES_PER_ELEMENT);
    const at = this.#append(client, TEXT, size);
    this.#values[at] = text.length;
    new Uint8Array(this.#values.buffer).set(text, (at + 1) * Float64Array.BYTES_PER_ELEMENT);
  }

  /** Appends a message without its text. */
  addMessage(client: number, message: PlayerMessage): void {
    switch (message.type) {
      case 'see':
        this.#addSee(client, message);
        break;
      case 'sense_body':
        this.#addSenseBody(client, message);
        break;
      default:
        this.#append(client, OTHER, 0);
        this.#others.push(message);
    }
  }

  /** Appends the end of a client. */
  addClose(client: number): void {
    this.#append(client, CLOSE, 0);
  }

  /** Returns the messages since the last call. */
  take(): WorkerDelivery {
    const taken = {
      values: this.#values.slice(0, this.#length),
      strings: this.#strings,
      others: this.#others,
    };
    this.#length = 0;
    this.#strings = [];
    this.#others = [];
    return taken;
  }

  /** Appends the head of a message and returns the index of the rest. */
  #append(client: number, kind: number, size: number): number {
    const at = this.#length;
    const needed = at + HEAD_SIZE + size;
    if (needed > this.#values.length) {
      const larger = new Float64Array(2 * needed);
      larger.set(this.#values.subarray(0, at));
      this.#values = larger;
    }
    this.#values[at] = client;
    this.#values[at + 1] = kind;
    this.#values[at + 2] = size;
    this.#length = needed;
    return at + HEAD_SIZE;
  }

  #number(text: string | null): number {
    if (text === null) return NO_STRING;
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(text, number);
      this.#strings.push(text);
    }
    return number;
  }

  #addSee(client: number, { time, objects }: SeeMessage): void {
    let at = this.#append(client, SEE, 1 + OBJECT_SIZE * objects.length);
    const values = this.#values;
    values[at++] = time;
    for (const o of objects) {
      values[at++] = this.#number(o.kind);
      values[at++] = this.#number(o.detail);
      values[at++] = o.index;
      values[at++] = this.#number(o.name);
      values[at++] = this.#number(o.team);
      values[at++] = orNaN(o.unum);
      values[at++] = (o.goalie ? 1 : 0) | (o.tackling ? 2 : 0) | (o.kicked ? 4 : 0);
      values[at++] = orNaN(o.dist);
      values[at++] = o.dir;
      values[at++] = orNaN(o.distChange);
      values[at++] = orNaN(o.dirChange);
      values[at++] = orNaN(o.bodyDir);
      values[at++] = orNaN(o.headDir);
      values[at++] = orNaN(o.pointDir);
    }
  }

  #addSenseBody(client: number, m: SenseBodyMessage): void {
    const start = this.#append(client, SENSE_BODY, BODY_SIZE);
    const values = this.#values;
    let at = start;
    const add = (value: number | null): void => {
      values[at++] = orNaN(value);
    };
    add(m.time);
    add(this.#number(m.quality));
    add(this.#number(m.width));
    add(m.stamina);
    add(m.effort);
    add(m.capacity);
    add(m.speed);
    add(m.speedDir);
    add(m.headAngle);
    add(m.kick);
    add(m.dash);
    add(m.turn);
    add(m.say);
    add(m.turnNeck);
    add(m.catch);
    add(m.move);
    add(m.changeView);
    add(m.changeFocus);
    const { arm, focus, tackle, collision, foul, focusPoint } = m;
    add(arm === null ? 0 : 1);
    add(arm?.movable ?? null);
    add(arm?.expires ?? null);
    add(arm?.targetDist ?? null);
    add(arm?.targetDir ?? null);
    add(arm?.count ?? null);
    add(focus === null ? 0 : 1);
    add(this.#number(focus?.side ?? null));
    add(focus?.unum ?? null);
    add(focus?.count ?? null);
    add(tackle === null ? 0 : 1);
    add(tackle?.expires ?? null);
    add(tackle?.count ?? null);
    add(collision === null ? 0 : 1);
    add((collision?.ball ? 1 : 0) | (collision?.player ? 2 : 0) | (collision?.post ? 4 : 0));
    add(foul === null ? 0 : 1);
    add(foul?.charged ?? null);
    add(this.#number(foul?.card ?? null));
    add(focusPoint === null ? 0 : 1);
    add(focusPoint?.dist ?? null);
    add(focusPoint?.dir ?? null);
  }
}

/** Reads what a {@link DeliveryWriter} packs; it reads all deliveries of its writer. */
export class DeliveryReader {
  readonly #strings: string[] = [];
  #values = new Float64Array();
  #at = 0;

  /** Calls `receiver` for each message, in their order. */
  read({ values, strings, others }: WorkerDelivery, receiver: DeliveryReceiver): void {
    this.#strings.push(...strings);
    this.#values = values;
    let otherCount = 0;
    for (let head = 0; head < values.length; ) {
      const client = values[head]!;
      const kind = values[head + 1]!;
      this.#at = head + HEAD_SIZE;
      head = this.#at + values[head + 2]!;
      if (kind === TEXT) receiver.receiveText(client, this.#readText());
      else if (kind === SEE) receiver.receiveMessage(client, this.#readSee(head));
      else if (kind === SENSE_BODY) receiver.receiveMessage(client, this.#readSenseBody());
      else if (kind === OTHER) receiver.receiveMessage(client, others[otherCount++]!);
      else receiver.close(client);
    }
  }

  #next(): number {
    return this.#values[this.#at++]!;
  }

  #nextOrNull(): number | null {
    return orNull(this.#next());
  }

  #nextString(): string {
    return this.#strings[this.#next()]!;
  }

  #readText(): Uint8Array {
    const length = this.#next();
    const { buffer, byteOffset } = this.#values;
    return new Uint8Array(buffer, byteOffset + this.#at * Float64Array.BYTES_PER_ELEMENT, length);
  }

  #readSee(end: number): SeeMessage {
    const time = this.#next();
    const objects: SeenObject[] = [];
    while (this.#at < end) objects.push(this.#readObject());
    return { type: 'see', time, objects };
  }

  #readObject(): SeenObject {
    const strings = this.#strings;
    const values = this.#values;
    const at = this.#at;
    this.#at += OBJECT_SIZE;
    const flags = values[at + 6]!;
    return {
      kind: strings[values[at]!] as SeenObject['kind'],
      detail: strings[values[at + 1]!] as SeenObject['detail'],
      index: values[at + 2]!,
      name: strings[values[at + 3]!]!,
      team: values[at + 4] === NO_STRING ? null : strings[values[at + 4]!]!,
      unum: orNull(values[at + 5]!),
      goalie: (flags & 1) > 0,
      dist: orNull(values[at + 7]!),
      dir: values[at + 8]!,
      distChange: orNull(values[at + 9]!),
      dirChange: orNull(values[at + 10]!),
      bodyDir: orNull(values[at + 11]!),
      headDir: orNull(values[at + 12]!),
      pointDir: orNull(values[at + 13]!),
      tackling: (flags & 2) > 0,
      kicked: (flags & 4) > 0,
    };
  }

  #readSenseBody(): SenseBodyMessage {
    // Properties are evaluated in the order of the numbers.
    return {
      type: 'sense_body',
      time: this.#next(),
      quality: this.#nextString(),
      width: this.#nextString(),
      stamina: this.#next(),
      effort: this.#next(),
      capacity: this.#nextOrNull(),
      speed: this.#next(),
      speedDir: this.#nextOrNull(),
      headAngle: this.#nextOrNull(),
      kick: this.#next(),
      dash: this.#next(),
      turn: this.#next(),
      say: this.#next(),
      turnNeck: this.#nextOrNull(),
      catch: this.#nextOrNull(),
      move: this.#nextOrNull(),
      changeView: this.#nextOrNull(),
      changeFocus: this.#nextOrNull(),
      arm: this.#group(5, () => ({
        movable: this.#next(),
        expires: this.#next(),
        targetDist: this.#next(),
        targetDir: this.#next(),
        count: this.#next(),
      })),
      focus: this.#group(3, () => ({
        side: this.#nextString() as NonNullable<SenseBodyMessage['focus']>['side'],
        unum: this.#next(),
        count: this.#next(),
      })),
      tackle: this.#group(2, () => ({ expires: this.#next(), count: this.#next() })),
      collision: this.#group(1, () => {
        const flags = this.#next();
        return { ball: (flags & 1) > 0, player: (flags & 2) > 0, post: (flags & 4) > 0 };
      }),
      foul: this.#group(2, () => ({ charged: this.#next(), card: this.#nextString() })),
      focusPoint: this.#group(2, () => ({ dist: this.#next(), dir: this.#next() })),
    };
  }

  /** Reads whether a group is present, and its `size` numbers. */
  #group<T>(size: number, read: () => T): T | null {
    if (this.#next() === 1) return read();
    this.#at += size;
    return null;
  }
}
