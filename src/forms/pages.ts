import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accepts, requireAcceptable } from '../http/accept.ts';
import { FORM_TYPE, requireMedia } from '../http/body-parser.ts';
import { noteProblem, sendProblem, toProblem } from '../http/problem-handler.ts';
import { admitSubmission, type FormParts, MOST_BYTES, type OpenForm, openForm } from './admit.ts';
import { translateFaults } from './faults.ts';
import { chooseLanguage, isLanguage } from './language.ts';
import { embedScript } from './page/embed.ts';
import { type FormState, pagePolicy, renderForm, renderProblem, renderThanks, type View } from './page/page.ts';
import { STARTED_FAULTS, signStarted } from './started.ts';
import { submitForm } from './submit.ts';

/** The hosted page of a form, and the script that embeds it in other pages. */
export function addFormPages(app: FastifyInstance, parts: FormParts): void {
  const admitted = new WeakMap<FastifyRequest, OpenForm>();
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendProblemPage(error, request, reply, parts);
  const blank = { typed: new URLSearchParams(), errors: {}, notice: null };

  app.get('/f/:public_id', { errorHandler }, async (request, reply) => {
    const open = await openForm(request, parts);
    requireAcceptable(request.headers.accept, 'text/html');
    return sendForm(parts, open, request, reply.code(200), blank);
  });

  app.post('/f/:public_id', {
    errorHandler,
    bodyLimit: MOST_BYTES,
    onRequest: async (request, reply) => {
      admitted.set(request, await admitSubmission(request, reply, parts));
      requireAcceptable(request.headers.accept, 'text/html');
      requireMedia([FORM_TYPE], request);
    },
    handler: async (request, reply) => {
      const open = admitted.get(request) as OpenForm;
      const typed = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      try {
        const errors = await submitForm(parts, open, request, typed);
        const view = viewOf(request);
        if (errors === null) return sendPage(reply.code(201), view, open, renderThanks(open, view));
        const { started, ...others } = errors;
        // Sent too fast, or from a page that is too old: the visitor only presses "Send" once more.
        const isAlone = started !== undefined && Object.keys(others).length === 0;
        const notice = isAlone ? (started.includes(STARTED_FAULTS.early) ? 'early' : 'again') : null;
        const state = { typed, errors: translateFaults(view.language, others), notice } as const;
        return sendForm(parts, open, request, reply.code(422), state);
      } catch (error) {
        const problem = toProblem(error);
        if (problem.status !== 503) throw error;
        noteProblem(problem, error, request, parts);
        // The visitor keeps what was typed while the database is away.
        reply.code(503).headers(problem.headers);
        return sendForm(parts, open, request, reply, { typed, errors: {}, notice: 'busy' });
      }
    },
  });

  app.get('/f/:public_id/embed.js', async (request, reply) => {
    const { form } = await openForm(request, parts);
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('text/javascript; charset=utf-8')
      .send(embedScript(form.name));
  });
}

function viewOf({ headers, query }: FastifyRequest): View {
  const { lang, embed } = query as { lang?: unknown; embed?: unknown };
  const language = isLanguage(lang) ? lang : chooseLanguage(headers['accept-language']);
  return { language, isEmbedded: embed === '1' };
}

function sendForm(
  { keys }: FormParts,
  open: OpenForm,
  request: FastifyRequest,
  reply: FastifyReply,
  state: Omit<FormState, 'started'>,
) {
  const started = signStarted(keys.formPage, open.form.public_id);
  const view = viewOf(request);
  return sendPage(reply, view, open, renderForm(open, view, { started, ...state }));
}

function sendPage(reply: FastifyReply, { language }: View, open: OpenForm | null, page: string) {
  return reply
    .header('content-security-policy', pagePolicy(open?.form.allowed_origins ?? []))
    .header('referrer-policy', 'same-origin') // with no-referrer, browsers would send "Origin: null"
    .header('content-language', language)
    .header('vary', 'Accept-Language, Origin')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page);
}

function sendProblemPage(error: unknown, request: FastifyRequest, reply: FastifyReply, parts: FormParts) {
  if (!accepts(request.headers.accept, 'text/html')) return sendProblem(error, request, reply, parts);
  const problem = toProblem(error);
  noteProblem(problem, error, request, parts);
  const view = viewOf(request);
  reply.code(problem.status).headers(problem.headers).header('x-request-id', request.id);
  return sendPage(reply, view, null, renderProblem(problem.code, request.id, view));
}
