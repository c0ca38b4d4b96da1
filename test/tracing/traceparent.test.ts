import { expect, it } from 'vitest';
import { readTraceparent } from '../../src/tracing/traceparent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

it.each([
  [`00-${TRACE}-${SPAN}-01`, true],
  [`00-${TRACE}-${SPAN}-00`, false],
  [`00-${TRACE}-${SPAN}-03`, true],
  [`01-${TRACE}-${SPAN}-01-more`, true],
])('%s is taken', (header, isSampled) => {
  expect(readTraceparent(header)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled });
});

it.each([
  undefined,
  '',
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
  `01-${TRACE}-${SPAN}-01-${'x'.repeat(300)}`,
])('%s is ignored', (header) => {
  expect(readTraceparent(header)).toBeNull();
});
