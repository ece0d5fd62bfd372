import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { findNearestName } from '@rcss/params/tables';
import manifest from '../package.json' with { type: 'json' };
import { listResources, RESOURCE_TEMPLATES, readResource } from './resources.js';
import type { CallContext, Simulator } from './simulator.js';
import { ToolError } from './tool-error.js';
import { ADVICE_TOOLS } from './tools/advice-tools.js';
import { PLAY_TOOLS } from './tools/play-tools.js';
import { READ_TOOLS } from './tools/read-tools.js';
import { createInputSchema, parseArguments, type Tool } from './tools/tool.js';

/** All tools. */
const TOOLS: readonly Tool[] = [...PLAY_TOOLS, ...READ_TOOLS, ...ADVICE_TOOLS];

/** Least time between two reports of progress, ms. */
const PROGRESS_INTERVAL_MS = 200;
/** Longest text of an answer, characters. */
const MAX_ANSWER = 20_000;

const INSTRUCTIONS =
  'Soccer simulator of the RoboCup 2D league. Play a match (play_match), look at it (describe_match, find_event, describe_moment, statistics, picture), continue it from any moment (fork), compare decisions (what_if), write a team (write_team, check_team, compare_teams), look up rules and parameters (explain). Times are in cycles of 100 ms, lengths in meters; the left team attacks to the right (x > 0), y points down.';

/** Creates a server of the Model Context Protocol whose tools work on a simulator. It is connected to one transport. */
export function createMcpServer(simulator: Simulator): Server {
  const server = new Server(
    { name: 'rcss', title: 'RoboCup 2D soccer simulator', version: manifest.version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS.map(describeTool) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const token = params._meta?.progressToken;
    let reportedAt = Number.NEGATIVE_INFINITY;
    let last = -1;
    const context: CallContext = {
      signal,
      report: (done, total, message) => {
        const now = performance.now();
        if (token === undefined || done <= last || now - reportedAt < PROGRESS_INTERVAL_MS) return;
        reportedAt = now;
        last = done;
        void sendNotification({
          method: 'notifications/progress',
          params: { progressToken: token, progress: done, total, message },
        }).catch(() => {});
      },
    };
    return callTool(simulator, params.name, params.arguments, context);
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: listResources(simulator) }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: RESOURCE_TEMPLATES,
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    try {
      return { contents: [readResource(simulator, uri)] };
    } catch (error) {
      if (error instanceof ToolError) throw new McpError(ErrorCode.InvalidParams, error.message);
      throw error;
    }
  });
  return server;
}

function describeTool(tool: Tool) {
  const { name, title, description, isReadOnly, isDestructive = false } = tool;
  return {
    name,
    title,
    description,
    inputSchema: createInputSchema(tool) as { type: 'object' },
    annotations: { readOnlyHint: isReadOnly, destructiveHint: isDestructive, openWorldHint: false },
  };
}

/** Calls a tool. Errors that the caller can correct are results with `isError`. */
export async function callTool(
  simulator: Simulator,
  name: string,
  args: unknown,
  context: CallContext,
): Promise<CallToolResult> {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined) {
    const names = TOOLS.map((one) => one.name);
    const nearest = findNearestName(name, names);
    throw new McpError(
      ErrorCode.InvalidParams,
      `there is no tool ${JSON.stringify(name.slice(0, 80))}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`} Tools: ${names.join(', ')}.`,
    );
  }
  try {
    const parts = await tool.run(simulator, parseArguments(tool, args), context);
    return {
      content: parts.map((part) =>
        typeof part === 'string'
          ? { type: 'text', text: shorten(part) }
          : { type: 'image', data: part.png.toString('base64'), mimeType: 'image/png' },
      ),
    };
  } catch (error) {
    if (error instanceof ToolError)
      return { content: [{ type: 'text', text: shorten(error.message) }], isError: true };
    throw error;
  }
}

function shorten(text: string): string {
  if (text.length <= MAX_ANSWER) return text;
  return `${text.slice(0, MAX_ANSWER)} … (${text.length - MAX_ANSWER} of ${text.length} characters are left out)`;
}
