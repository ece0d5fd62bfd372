/** Checks of messages that arrive, before the package of the protocol reads them: it answers some not at all and others with the dump of its checker. */
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';

/** An answer with an error; the identifier is null if that of the request is not known. */
export type ErrorAnswer = Omit<JSONRPCErrorResponse, 'id'> & { readonly id: RequestId | null };

/** Members of the parameters that are optional in every method. `null` counts as absent, as many clients send it. */
const OPTIONAL_MEMBERS = ['arguments', '_meta', 'cursor', 'task'];

/** Forms of the requests, by method. */
const REQUESTS = new Map(
  [
    InitializeRequestSchema,
    CallToolRequestSchema,
    ListToolsRequestSchema,
    ListResourcesRequestSchema,
    ListResourceTemplatesRequestSchema,
    ReadResourceRequestSchema,
  ].map((schema) => [schema.shape.method.value as string, schema] as const),
);

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? 'nothing';

/** Creates an answer with an error. */
export function createErrorAnswer(id: RequestId | null, code: ErrorCode, message: string): ErrorAnswer {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/** The answer to bytes that are not JSON. */
export function createParseError(error: unknown): ErrorAnswer {
  return createErrorAnswer(
    null,
    ErrorCode.ParseError,
    `The message is not JSON: ${(error as Error).message}`,
  );
}

/** Returns a message of JSON-RPC from its JSON, or the answer that says what is wrong with it. */
export function parseMcpMessage(value: unknown): { message: JSONRPCMessage } | { problem: ErrorAnswer } {
  const id = isObject(value) && isRequestId(value['id']) ? value['id'] : null;
  const refuse = (code: ErrorCode, text: string) => ({ problem: createErrorAnswer(id, code, text) });
  if (!isObject(value))
    return refuse(
      ErrorCode.InvalidRequest,
      `${show(value)} is not a message of JSON-RPC 2.0; send one object per message.`,
    );
  const given = dropNulls(value);
  if (given['jsonrpc'] !== '2.0')
    return refuse(ErrorCode.InvalidRequest, `jsonrpc: ${show(given['jsonrpc'])} is not "2.0".`);
  if ('method' in given && typeof given['method'] !== 'string')
    return refuse(ErrorCode.InvalidRequest, `method: ${show(given['method'])} is not a text.`);
  if ('id' in given && id === null)
    return refuse(ErrorCode.InvalidRequest, `id: ${show(given['id'])} is neither a text nor a whole number.`);
  if ('params' in given && !isObject(given['params']))
    return refuse(ErrorCode.InvalidParams, `params: ${show(given['params'])} is not an object.`);
  const parsed = JSONRPCMessageSchema.safeParse(given);
  if (!parsed.success)
    return refuse(
      ErrorCode.InvalidRequest,
      'The message is neither a request (jsonrpc, id, method, params), a notification nor an answer.',
    );
  const request = id === null ? undefined : REQUESTS.get(String(given['method']));
  const [issue] = request?.safeParse(given).error?.issues ?? [];
  if (issue === undefined) return { message: parsed.data };
  const at = issue.path.reduce<unknown>(
    (part, key) => (part as Record<PropertyKey, unknown> | undefined)?.[key],
    given,
  );
  return refuse(
    ErrorCode.InvalidParams,
    `${issue.path.join('.')}: ${show(at)} is not allowed: ${issue.message}.`,
  );
}

const isRequestId = (value: unknown): value is RequestId =>
  typeof value === 'string' || Number.isSafeInteger(value);

function dropNulls(value: Json): Json {
  if (!('method' in value)) return value;
  const { params, ...rest } = value;
  if (params === null || params === undefined) return rest;
  if (!isObject(params)) return value;
  const left = Object.entries(params).filter(
    ([name, part]) => part !== null || !OPTIONAL_MEMBERS.includes(name),
  );
  return { ...rest, params: Object.fromEntries(left) };
}

/**
 * The requests of a session that run. Two with one identifier cannot be distinguished: neither their answers, nor which of them a cancellation
 * or the end of the session ends.
 */
export class OpenRequests {
  readonly #ids = new Set<RequestId>();

  get count(): number {
    return this.#ids.size;
  }

  has(id: RequestId): boolean {
    return this.#ids.has(id);
  }

  /** Takes note of a message that arrives; returns the answer if it is a request whose identifier is in use. */
  begin(message: JSONRPCMessage): ErrorAnswer | null {
    if (!('method' in message)) return null;
    if (!('id' in message)) {
      if (message.method === 'notifications/cancelled')
        this.#ids.delete((message.params as { requestId: RequestId } | undefined)?.requestId ?? '');
      return null;
    }
    if (this.#ids.has(message.id))
      return createErrorAnswer(
        message.id,
        ErrorCode.InvalidRequest,
        `id: ${show(message.id)} is that of a request that still runs; each request needs its own.`,
      );
    this.#ids.add(message.id);
    return null;
  }

  /** Takes note of a message that is sent, or that is not answered any more. */
  end(message: object): void {
    if ('id' in message && !('method' in message)) this.#ids.delete(message.id as RequestId);
  }
}
