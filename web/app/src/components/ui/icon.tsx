/** The icons that the gallery does without, drawn on a 24 by 24 grid. */
const paths = {
  end: 'M3 14.500c0-1.500.600-2.700 1.700-3.500a12.500 12.500 0 0 1 14.600 0c1.100.800 1.700 2 1.700 3.500l-.6 1.500-4.400-1v-2.700a12 12 0 0 0-8 0V15l-4.400 1z',
  mic: 'M12 3.500a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3zM5.500 11.500a6.500 6.500 0 0 0 13 0M12 18v3',
  mic_off: 'M9 9v2.500a3 3 0 0 0 5 2.200M15 10V6.500a3 3 0 0 0-5.600-1.500M5.500 11.500a6.500 6.500 0 0 0 10.500 5M18.500 11.500a6.500 6.500 0 0 1-.4 2.200M12 18v3M4 4l16 16',
  hint: 'M9.500 17.500h5M10.500 20.500h3M12 3.500a6 6 0 0 1 3.500 10.900c-.6.500-1 1.100-1 1.800v1.300h-5v-1.300c0-.7-.4-1.300-1-1.800A6 6 0 0 1 12 3.500z',
} as const;

type IconName = keyof typeof paths;

/** Icon is decoration beside a label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
