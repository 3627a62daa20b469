/** Shapes of hair. */
export const cuts = [
  'side', 'quiff', 'fringe', 'shaved', 'cap', 'curls', 'afro', 'bob', 'long', 'bun', 'topknot', 'chignon', 'waves', 'coils', 'pixie',
] as const;
export type Cut = (typeof cuts)[number];

/** Clothes, as far as a bust shows them. */
export const wears = ['suit', 'blazer', 'jacket', 'sweater', 'rollneck', 'pinned', 'hoodie', 'apron', 'uniform', 'shirt', 'cardigan', 'flannel'] as const;
export type Wear = (typeof wears)[number];

export type Beard = 'full' | 'short' | 'moustache' | 'stubble';

/** Face is what a portrait is drawn from. Colours are CSS colours; what is left out is not drawn. */
export interface Face {
  /** The disc behind the bust. */
  ground: string;
  skin: string;
  hair: string;
  cut: Cut;
  wear: Wear;
  cloth: string;
  /** What is worn with the cloth: a shirt, an apron, a tie. */
  trim: string;
  /** A small thing of its own: a badge, a streak, a pencil, the cap. */
  accent: string;
  /** Width of the head, 1 for the usual one. */
  broad?: number | undefined;
  /** How square the jaw is, 8-15; 11 if left out. */
  jaw?: number | undefined;
  /** Thickness of the brows, 1-3; 1.7 if left out. */
  brow?: number | undefined;
  /** How bad its worst mood looks, -2 to 0; -2 if left out. */
  worst?: number | undefined;
  /** Whether a bad mood worries rather than angers. */
  worries?: boolean | undefined;
  /** How much age has drawn, 0-3. */
  lines?: 0 | 1 | 2 | 3 | undefined;
  glasses?: 'round' | 'square' | undefined;
  beard?: Beard | undefined;
  /** Colour of the lips, which are drawn fuller with it, and lashes. */
  lips?: string | undefined;
  earrings?: string | undefined;
  freckles?: boolean | undefined;
  headset?: boolean | undefined;
}
