/** The form of amounts in rules and settings: no sign, exponent or grouping, and no leading zero. */
export const decimalText = /^(0|[1-9]\d*)(\.\d+)?$/;

/** What an amount is not, in the words of all that read one. */
export const decimalTextFaults = {
  type: 'is not a text; amounts are decimal strings such as "12.5"',
  form: 'is not a plain decimal number such as "12.5"',
} as const;
