/* Small bar charts as plain SVG, without a library or fonts, for light and dark pages. */

export interface Bar {
  label: string;
  value: number;
  /** Replaces the bare number beside the bar. */
  note?: string;
}

export interface Chart {
  title: string;
  /** The unit of the values. */
  unit: string;
  bars: readonly Bar[];
  /** A value to compare with, drawn as a line. */
  target?: { value: number; label: string };
}

const width = 720;
const labelWidth = 220;
const noteWidth = 110;
const barHeight = 22;
const gap = 8;
const top = 52;
const font = 'font-family="system-ui, sans-serif"';
const colours = { text: '#57606a', bar: '#4078c0', target: '#cf6a4c' };

/** Draws horizontal bars. The longest takes the full width. */
export function drawChart({ title, unit, bars, target }: Chart): string {
  const most = Math.max(...bars.map(({ value }) => value), target?.value ?? 0, Number.MIN_VALUE);
  const room = width - labelWidth - noteWidth;
  const scale = (value: number): number => Math.max(1, Math.round((value / most) * room));
  const height = top + bars.length * (barHeight + gap) + (target ? 24 : 4);
  const rows = bars.flatMap(({ label, value, note = `${value}` }, index) => {
    const y = top + index * (barHeight + gap);
    const middle = y + barHeight / 2 + 4;
    const end = labelWidth + scale(value);
    return [
      text(labelWidth - 8, middle, label, 'end'),
      `<rect x="${labelWidth}" y="${y}" width="${scale(value)}" height="${barHeight}" rx="3" fill="${colours.bar}"/>`,
      text(end + 6, middle, note, 'start'),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    `<text x="0" y="18" ${font} font-size="15" font-weight="600" fill="${colours.text}">${escaped(title)}</text>`,
    `<text x="0" y="36" ${font} font-size="12" fill="${colours.text}">${escaped(unit)}</text>`,
    ...rows,
    ...(target ? drawTarget(target, labelWidth + scale(target.value), height) : []),
    '</svg>',
    '',
  ].join('\n');
}

function drawTarget({ label }: NonNullable<Chart['target']>, x: number, height: number): string[] {
  const line = `stroke="${colours.target}" stroke-width="2" stroke-dasharray="4 3"`;
  return [
    `<line x1="${x}" y1="${top - 4}" x2="${x}" y2="${height - 18}" ${line}/>`,
    text(x, height - 4, label, 'middle'),
  ];
}

function text(x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${x}" y="${y}" ${font} font-size="12" text-anchor="${anchor}" fill="${colours.text}">${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
