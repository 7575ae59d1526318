import type { Screen } from './cli-io.ts';

export interface LiveView {
  /**
   * Shows what `render` makes for the width of the terminal, again when that changes, and each
   * second: ages grow.
   */
  show(render: (columns: number) => string): void;
  /** Gives the terminal back as it was. */
  close(): void;
}

/** Begins a control sequence (ECMA-48). */
const csi = '\u001b[';
const [enter, leave] = [`${csi}?1049h${csi}?25l`, `${csi}?25h${csi}?1049l`];
/** The terminal shows what is between these at once, so that nothing flickers. */
const [begin, end] = [`${csi}?2026h`, `${csi}?2026l`];

/**
 * A view on the terminal's second screen, drawn over itself. The first screen, with what stood there
 * before, and the cursor come back at the end.
 */
export function openLiveView(screen: Screen): LiveView {
  let last: ((columns: number) => string) | undefined;
  let isOpen = true;
  let drawn = '';
  const draw = (): void => {
    if (!last || !isOpen) return;
    const { columns, rows } = screen.size();
    const lines = last(columns).split('\n').slice(0, rows);
    const cut = lines.map((line) => `${[...line].slice(0, columns).join('')}${csi}K`);
    const text = `${begin}${csi}H${cut.join('\r\n')}${csi}J${end}`;
    if (text !== drawn) screen.write(text);
    drawn = text;
  };
  const redraw = (): void => {
    drawn = '';
    draw();
  };
  const restore = (): void => {
    if (isOpen) screen.write(leave);
    isOpen = false;
  };
  screen.write(enter);
  const stopResizing = screen.onResize(redraw);
  const stopRestoring = screen.atExit(restore);
  const ticking = setInterval(draw, 1_000);
  return {
    show(render) {
      last = render;
      draw();
    },
    close() {
      clearInterval(ticking);
      stopResizing();
      stopRestoring();
      restore();
    },
  };
}
