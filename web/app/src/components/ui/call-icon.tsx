/** CallIcon is decoration beside what calls. */
export function CallIcon() {
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="round" aria-hidden="true">
      <path d="M6.5 3.5 9 4l1.2 4-2 1.6a13 13 0 0 0 6.2 6.2l1.6-2 4 1.2.5 2.5c0 1.6-1.4 3-3 3C10 20.500 3.5 14 3.500 6.500c0-1.600 1.400-3 3-3z" />
    </svg>
  );
}
