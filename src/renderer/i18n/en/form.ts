// Words every form shares.
export const form = {
  reset: 'Back to the default: {value} ({field})',
  changed: '{count} field changed | {count} fields changed',
  resetAll: 'Back to all defaults',
  problems: '{count} thing to put right | {count} things to put right',
  more: 'More',
}
