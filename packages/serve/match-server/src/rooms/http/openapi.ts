import { z } from 'zod';
import manifest from '../../../package.json' with { type: 'json' };
import { NAMED_SCHEMAS } from '../room-schemas.js';
import { EVENTS_PATH, OPERATIONS, type Operation } from './operations.js';

const ERROR_TITLES: Readonly<Record<number, string>> = {
  400: 'The request is malformed',
  401: 'The token is missing or wrong',
  403: 'The Host or Origin header is not allowed',
  404: 'There is no such room or snapshot',
  409: 'Not possible in the current state',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'A field is not valid; the reply names its path',
  429: 'The limit of rooms is reached',
  500: 'The server has a fault, or the thread of the room has ended',
  503: 'No worker thread runs, or the server takes no more matches',
};

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function referTo(schema: z.ZodType): object {
  const found = Object.entries(NAMED_SCHEMAS).find(([, named]) => named === schema);
  if (found === undefined) throw new Error('the schema has no name in NAMED_SCHEMAS');
  return refer(found[0]);
}

const content = (type: string, schema: object) => ({ content: { [type]: { schema } } });

function describeErrors(statuses: readonly number[]): object {
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      { description: ERROR_TITLES[status], ...content('application/problem+json', refer('Problem')) },
    ]),
  );
}

function describeParameters(path: string): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: `Identifier of the ${name}.`,
    schema: { type: 'string' },
  }));
}

function describeOperation(operation: Operation): object {
  const { name, path, summary, body, status, reply, errors } = operation;
  const success = {
    description: reply === null ? 'Done.' : 'The result.',
    ...(reply === null ? {} : content('application/json', referTo(reply))),
  };
  return {
    operationId: name,
    summary,
    parameters: describeParameters(path),
    ...(body === null
      ? {}
      : { requestBody: { required: name !== 'stepRoom', ...content('application/json', referTo(body)) } }),
    responses: {
      [String(status)]: success,
      ...describeErrors(
        [...new Set([400, 401, 403, 500, ...(body === null ? [] : [413, 415]), ...errors])].sort(),
      ),
    },
  };
}

/** JSON Schemas of all bodies, with references among each other. */
function createSchemas(): object {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, id, ...schema }]) => [name, schema]),
  );
}

/** Returns the OpenAPI 3.1 document of the room interface. */
export function createOpenApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of OPERATIONS)
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describeOperation(operation) };
  paths[EVENTS_PATH] = {
    get: {
      operationId: 'readEvents',
      summary: 'Streams the events of a room as server-sent events; the first is its state',
      parameters: describeParameters(EVENTS_PATH),
      responses: {
        '200': {
          description: 'One event per RoomEvent; the name of the event is its type.',
          ...content('text/event-stream', { type: 'string' }),
        },
        ...describeErrors([401, 403, 404, 500]),
      },
    },
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rooms of RCSS',
      version: manifest.version,
      description:
        'Creates and controls matches of a room server. Positions are in the field frame: meters, origin at the center of the field, x towards the right goal, y downwards. Errors are problem details (RFC 9457).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{}, { token: [] }],
    paths,
    components: {
      schemas: createSchemas(),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'Needed if the server listens beyond this machine.',
        },
      },
    },
  };
}
