import { fieldsNamed, type PlainField } from '../../../../../src/imports/header.ts';
import type { CustomField, Mapping } from './mapping.ts';

// What columns are often called in sheets, portals and advertisements. The console proposes these fields, and the person sees and
// changes them; the service itself takes only columns that are named like a field, and what it is told of the others.

/** Most likely first: where several columns may mean one field, it goes to the first of these. As `plain` writes names. */
export const usual: Readonly<Record<PlainField, readonly string[]>> = {
  phone: [
    ...['mobile', 'mobileno', 'mobilenumber', 'mobilephone', 'phoneno', 'phonenumber', 'contactno', 'contactnumber'],
    ...['contactphone', 'cell', 'cellphone', 'cellno', 'tel', 'telephone', 'telephoneno', 'telephonenumber'],
    ...['मोबाइल', 'मोबाइलनं', 'मोबाइलनंबर', 'फोन', 'फोननं', 'फोननंबर', 'दूरभाष', 'संपर्कनंबर', 'संपर्कसंख्या'],
    ...['whatsapp', 'whatsappno', 'whatsappnumber', 'व्हाट्सएप', 'व्हाट्सएपनंबर', 'व्हाट्सऐप', 'व्हाट्सऐपनंबर'],
  ],
  email: ['emailid', 'emailaddress', 'mail', 'mailid', 'mailaddress', 'ईमेल', 'ईमेलआईडी', 'ईमेलपता', 'इमेल', 'मेल'],
  first_name: [
    ...['fname', 'givenname', 'पहलानाम', 'प्रथमनाम', 'name', 'leadname', 'fullname', 'customername', 'contactname'],
    ...['clientname', 'नाम', 'पूरानाम', 'ग्राहककानाम', 'ग्राहकनाम', 'लीडकानाम'],
  ],
  last_name: ['lname', 'surname', 'familyname', 'उपनाम', 'कुलनाम', 'सरनेम', 'अंतिमनाम'],
  source: ['leadsource', 'sourceoflead', 'enquirysource', 'inquirysource', 'स्रोत', 'लीडस्रोत', 'लीडकास्रोत'],
  estimated_value: [
    ...['dealvalue', 'leadvalue', 'expectedvalue', 'dealamount', 'dealsize', 'value', 'amount', 'budget'],
    ...['अनुमानितमूल्य', 'अनुमानितराशि', 'मूल्य', 'राशि', 'रकम', 'बजट'],
  ],
};

/** Names of whole people. They fit the first name, which is all that lists and messages call a lead by if there is no other. */
const whole = new Set(['leadname', 'fullname', 'customername', 'contactname', 'clientname', 'पूरानाम']);

/** Without case, punctuation and a currency in brackets; Hindi without the dot below, which is often left out. */
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\((₹|inr|rs\.?|रु\.?|रुपये)\)/, '')
    .replaceAll('\u093C', '')
    .replaceAll('म्ब', 'ंब') // नम्बर is नंबर
    .replaceAll('मोबाईल', 'मोबाइल')
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Fields for columns that `known` leaves undecided: at most one column for a field that no column has yet. */
export function guessedFields(columns: readonly string[], known: Mapping, custom: readonly CustomField[]): Mapping {
  const guesses = new Map<string, PlainField>();
  const taken = new Set(known.values());
  const open = [...new Set(columns)].filter((column) => !known.get(column) && fieldsNamed(custom, column).length === 0);
  const hasLastName =
    taken.has('last_name') || columns.some((column) => usual.last_name.some((name) => plain(column) === name));
  for (const field of Object.keys(usual) as PlainField[]) {
    if (taken.has(field)) continue;
    const names = usual[field].filter((name) => !(hasLastName && whole.has(name)));
    const name = names.find((one) => open.some((column) => plain(column) === one));
    const column = open.find((one) => plain(one) === name);
    if (column !== undefined) guesses.set(column, field);
  }
  return guesses;
}
