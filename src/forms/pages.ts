import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accepts } from '../http/accept.ts';
import { EncodedForm, FORM_TYPE, requireMedia } from '../http/body-parser.ts';
import { noteProblem, sendProblem, toProblem } from '../http/problem-handler.ts';
import { type FieldErrors, Problem } from '../problems.ts';
import { admitSubmission, type OpenForm, openForm } from './admit.ts';
import { translateFaults } from './faults.ts';
import { chooseLanguage, isLanguage } from './language.ts';
import { MOST_BYTES } from './limit.ts';
import { embedScript } from './page/embed.ts';
import { type FormState, pagePolicy, renderForm, renderProblem, renderThanks, type View } from './page/page.ts';
import { words } from './page/words.ts';
import type { FormParts } from './parts.ts';
import { judgeStarted, signStarted } from './started.ts';
import { submitForm } from './submit.ts';

/** The page of a form, for browsers with and without scripts, and the script that puts it into other pages. */
export function addFormPages(app: FastifyInstance, parts: FormParts): void {
  const admitted = new WeakMap<FastifyRequest, OpenForm>();
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendProblemPage(error, request, reply, parts);
  const blank = { values: new Map(), errors: {}, notice: null };

  app.get('/f/:public_id', { errorHandler }, async (request, reply) => {
    const open = await openForm(request, parts);
    requireHtml(request);
    return sendForm(parts, open, request, reply.code(200), blank);
  });

  app.post('/f/:public_id', {
    errorHandler,
    bodyLimit: MOST_BYTES,
    onRequest: async (request, reply) => {
      admitted.set(request, await admitSubmission(request, reply, parts));
      requireHtml(request);
      requireMedia([FORM_TYPE], request);
    },
    handler: async (request, reply) => {
      const open = admitted.get(request) as OpenForm;
      const body = request.body instanceof EncodedForm ? request.body : new EncodedForm([]);
      try {
        const errors = await submitForm(parts, open, request, body);
        const view = viewOf(request);
        if (errors === null) return sendPage(reply.code(201), view, open, renderThanks(open, view));
        return sendForm(parts, open, request, reply.code(422), {
          values: typed(body),
          ...told(parts, open, body, errors, request),
        });
      } catch (error) {
        const problem = toProblem(error);
        if (problem.status !== 503) throw error;
        noteProblem(problem, error, request, parts);
        // What the visitor typed must not be lost because the database is away for a moment.
        const notice = words[viewOf(request).language].busy;
        reply.headers(problem.headers);
        return sendForm(parts, open, request, reply.code(503), { values: typed(body), errors: {}, notice });
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

function requireHtml({ headers }: FastifyRequest): void {
  if (accepts(headers.accept, 'text/html')) return;
  throw new Problem('not_acceptable', { detail: 'This address answers with text/html.' });
}

/** What was typed, by the names of the page's controls. */
function typed({ pairs }: EncodedForm): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const before = values.get(name);
    if (before === undefined) values.set(name, [value]);
    else before.push(value);
  }
  return values;
}

/** A submission that came too fast, or from a page that is too old, is only asked for once more: nothing is lost. */
function told(
  { keys }: FormParts,
  { form }: OpenForm,
  body: EncodedForm,
  errors: FieldErrors,
  request: FastifyRequest,
) {
  const { language } = viewOf(request);
  const { started, ...others } = errors;
  const text = body.pairs.find(([name]) => name === 'started')?.[1];
  const isEarly = judgeStarted(keys.formPage, form.public_id, text) === 'early';
  const isAlone = started !== undefined && Object.keys(others).length === 0;
  const notice = isAlone ? words[language][isEarly ? 'early' : 'again'] : null;
  return { errors: translateFaults(language, others), notice };
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
  const problem = toProblem(error);
  if (!accepts(request.headers.accept, 'text/html')) return sendProblem(problem, error, request, reply, parts);
  noteProblem(problem, error, request, parts);
  const view = viewOf(request);
  reply.code(problem.status).headers(problem.headers).header('x-request-id', request.id);
  return sendPage(reply, view, null, renderProblem(problem.code, request.id, view));
}
