import { requireAbility } from '../http/authenticate.ts';
import type { Problem } from '../problems.ts';
import type { Given } from './arguments.ts';
import type { Tool, ToolCall } from './tool.ts';
import { errorsIn, type Wording } from './wording.ts';

export interface ToolResult {
  content: { type: 'text'; text: string }[];
  isError?: boolean;
}

export interface Calling {
  readonly wording: Wording;
  /** Counts and logs what went wrong, and says what the caller may know of it. */
  problemOf(error: unknown): Problem;
}

const resultOf = (answer: object): ToolResult => ({ content: [{ type: 'text', text: JSON.stringify(answer) }] });

/** What goes wrong is an answer, too: a model that reads it can correct itself. */
export async function callTool(tool: Tool, call: ToolCall, given: Given, calling: Calling): Promise<ToolResult> {
  try {
    for (const ability of tool.abilities) requireAbility(call.request.caller, ability);
    const answer = await tool.run(call, given);
    const { warning } = answer as { warning?: unknown };
    return resultOf(typeof warning === 'string' ? { ...answer, warning: calling.wording(warning) } : answer);
  } catch (error) {
    const problem = calling.problemOf(error);
    return { ...resultOf(describeProblem(problem, call.request.id, given, calling.wording)), isError: true };
  }
}

/** The problem document without what only programs need. */
function describeProblem(
  { code, detail, errors, headers }: Problem,
  requestId: string,
  given: Given,
  wording: Wording,
) {
  const retryAfter = headers['retry-after'];
  return {
    error: code,
    detail: wording(detail),
    ...(errors && { errors: errorsIn(wording, errors, given) }),
    ...(retryAfter !== undefined && { retry_after_seconds: Number(retryAfter) }),
    request_id: requestId,
  };
}
