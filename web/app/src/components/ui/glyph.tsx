/** Icons that the gallery does without, drawn on a 24 by 24 grid. */
const paths = {
  back: 'M14.5 5.5 8 12l6.5 6.5',
  edit: 'm4.500 19.500 1-4.500L16 4.500l3.500 3.500L9 18.500z',
  bin: 'M5 7h14M10 4h4M6.500 7l.8 12.500h9.400L17.500 7M10 10.500v5.500M14 10.500v5.500',
  undo: 'M8.500 5 4.500 9l4 4M5 9h9a5 5 0 0 1 0 10h-3',
  bell: 'M6.500 16.500V11a5.500 5.500 0 0 1 11 0v5.500l1.500 1.500H5zM10 20.500h4',
  send: 'M12 19V5M5.500 11.500 12 5l6.500 6.500',
  down: 'M12 5v14M5.500 12.500 12 19l6.500-6.500',
  high: 'M12 18V6M7 11l5-5 5 5',
  low: 'M12 6v12M7 13l5 5 5-5',
  close: 'm6 6 12 12M18 6 6 18',
  repeat: 'M17 3.500 20 6.500l-3 3M4 11.500v-1a4 4 0 0 1 4-4h12M7 20.500 4 17.500l3-3M20 12.500v1a4 4 0 0 1-4 4H4',
} as const;

export type GlyphName = keyof typeof paths;

/** Glyph is decoration beside a label. */
export function Glyph({ name, size = 20 }: { name: GlyphName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
