import type { Static } from 'typebox';
import { Reference, Shape } from '../http/schema.ts';
import { Type } from '../http/type.ts';

export const ReenquiryDetails = Shape(
  {
    first_name: Type.Optional(Type.String({ examples: ['Asha'] })),
    last_name: Type.Optional(Type.String({ examples: ['Rao'] })),
    phone: Type.Optional(Type.String({ examples: ['+919876543210'] })),
    email: Type.Optional(Type.String({ examples: ['asha.rao@example.in'] })),
    source: Type.Optional(Reference('source', 'SourceReference', 'Website')),
    estimated_value: Type.Optional(Type.Number({ examples: [300_000] })),
    custom_fields: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        examples: [{ product_interest: 'Health plan' }],
      }),
    ),
    form: Type.Optional(Reference('form', 'FormReference', 'Website enquiry')),
  },
  {
    title: 'ReenquiryDetails',
    description:
      'What a re-enquiry brought that differed from the lead, named as on create; what did not differ is left out, so `{}` means that nothing did. `form` is the form that sent it, where the lead did not come through it.',
  },
);
export type ReenquiryDetails = Static<typeof ReenquiryDetails>;

type Named = NonNullable<ReenquiryDetails['source']>;

/** As stored: source and form by public id alone, since they may be renamed. */
export type StoredDetails = Omit<ReenquiryDetails, 'source' | 'form'> & { source?: string; form?: string };

/** `formName`: the form that brought it is the one that acted. */
export function presentDetails(
  { source, form, ...fields }: StoredDetails,
  formName: string | null,
  sourceOf: (publicId: string) => Named,
): ReenquiryDetails {
  return {
    ...fields,
    ...(source !== undefined && { source: sourceOf(source) }),
    ...(form !== undefined && { form: { public_id: form, name: formName ?? '' } }),
  };
}
