import { collection } from '../collection.ts';
import { FORM_TYPE, JSON_TYPE } from '../http/body-parser.ts';
import { publicOperation } from '../http/public-operation.ts';
import { One } from '../http/schema.ts';
import { invalid } from '../problems.ts';
import { admitSubmission, answerPreflight, type FormParts, MOST_BYTES } from './admit.ts';
import { translateFaults } from './faults.ts';
import { checkForm, checkReferences } from './fields.ts';
import { changeForm, createForm, presentForm } from './forms.ts';
import { chooseLanguage } from './language.ts';
import { findForm, listForms } from './queries.ts';
import { Form, FormCreate, FormPatch, Received, Submission } from './schemas.ts';
import { submitForm } from './submit.ts';

export const formOperations = (parts: FormParts) => [
  ...collection({
    path: 'forms',
    tag: 'Forms',
    noun: 'form',
    names: { one: 'Form', many: 'Forms' },
    kind: 'form',
    order: 'by name',
    schemas: { record: Form, create: FormCreate, patch: FormPatch },
    notes: { create: 'Leads come in through its hosted page (`url`), its `embed`, or your own pages.' },
    checks: {
      create: (input, settings) => ({ ...checkForm(input), ...checkReferences(input, settings) }),
      change: checkForm,
      references: checkReferences,
    },
    list: listForms,
    positionOf: (row) => [row.name, row.id],
    find: findForm,
    present: (row, call) => presentForm(row, parts, call.settings),
    create: (database, author, input, call) => createForm(database, author, input, parts, call.settings),
    change: (database, author, publicId, patch, call) => changeForm(database, author, publicId, patch, parts, call),
  }),
  publicOperation({
    id: 'submitForm',
    method: 'POST',
    path: '/forms/{public_id}/submissions',
    ids: { public_id: 'form' },
    tag: 'Forms',
    summary: 'Submit a form',
    description:
      'Needs no token. Makes a lead as creating one does; the answer is the same whether the person was known already or not. Takes only the form’s own fields, as JSON or form-encoded (`custom_fields[key]=value`, a name repeated for several values). A browser may send from pages of the service itself and of the form’s allowed origins, whose preflights are answered. Messages in `errors` come in English or Hindi, as Accept-Language says. 30 submissions a minute, address and form; 600 requests of every kind a minute and address to all forms.',
    scope: 'nothing',
    headers: {
      Origin: 'Set by browsers: where the page comes from that sends',
      'Accept-Language': 'Language of the messages in `errors`: `en` or `hi`',
    },
    body: Submission,
    media: [JSON_TYPE, FORM_TYPE],
    bodyBytes: MOST_BYTES,
    answers: {
      201: {
        description: 'It was received',
        schema: One(Received),
        headers: { 'Access-Control-Allow-Origin': { description: 'The allowed origin that it was sent from' } },
      },
    },
    errors: ['forbidden', 'not_found'],
    admit: (request, reply) => admitSubmission(request, reply, parts),
    preflight: (request, reply) => answerPreflight(request, reply, parts),
    handle: async (form, request, faults) => {
      const language = chooseLanguage(request.headers['accept-language']);
      const errors = await submitForm(parts, form, request, request.body, faults);
      if (errors !== null) throw invalid(translateFaults(language, errors));
      return { status: 201, body: { data: { received: true } } };
    },
  }),
];
