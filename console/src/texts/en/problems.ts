/** What problems of the service mean to a person, by their code. A conflict's own detail says what stands in the way. */
export const problems: Readonly<Record<string, string>> = {
  unauthenticated: 'Your session has ended. Sign in again to go on.',
  forbidden: 'Your role does not allow this.',
  not_found: 'It does not exist any more, or you cannot see it.',
  gone: 'What is shown is too old. Reload the page.',
  precondition_failed: 'Somebody else changed it meanwhile. Look at it again, then repeat your change.',
  payload_too_large: 'That is too much at once. Send less at a time.',
  rate_limited: 'Too many requests in a short time. Wait a minute, then try again.',
  internal_error: 'Something went wrong in the service. Try again; if it stays so, tell whoever runs it.',
  service_unavailable: 'The service cannot answer just now. Try again in a moment.',
  unexpected_answer:
    'There was no proper answer from the service. Try again in a moment; if it stays so, tell whoever runs it.',
};
