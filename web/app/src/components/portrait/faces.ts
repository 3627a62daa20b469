import type { Face } from './face';

/** The faces that a scene may name in bot.avatar. */
export const faces: Record<string, Face> = {
  okafor: {
    ground: '#eb7', skin: '#743', hair: '#211', cut: 'afro', wear: 'uniform', cloth: '#246', trim: '#cde', accent: '#eb4',
    jaw: 11, lips: '#a44', earrings: '#eb4', lines: 1, worries: true, broad: 1.02,
  },
  rosa: {
    ground: '#ec5', skin: '#b85', hair: '#322', cut: 'bun', wear: 'apron', cloth: '#c43', trim: '#386', accent: '#cbb',
    jaw: 12, worst: -1.2, lips: '#a44', earrings: '#ec7', lines: 2, broad: 1.06,
  },
  wagner: {
    ground: '#abb', skin: '#eca', hair: '#eed', cut: 'fringe', wear: 'cardigan', cloth: '#565', trim: '#edc', accent: '#753',
    jaw: 13, brow: 2.8, beard: 'moustache', lines: 3,
  },
  leo: {
    ground: '#8bd', skin: '#eb9', hair: '#642', cut: 'curls', wear: 'hoodie', cloth: '#d63', trim: '#eed', accent: '#b52',
    jaw: 9, worries: true, broad: 0.94,
  },
  sterling: {
    ground: '#bcc', skin: '#eca', hair: '#aaa', cut: 'side', wear: 'suit', cloth: '#334', trim: '#834', accent: '#fff',
    jaw: 10, glasses: 'square', lines: 2, broad: 0.97,
  },
  mei: {
    ground: '#fd8', skin: '#eca', hair: '#212', cut: 'bob', wear: 'sweater', cloth: '#7a6', trim: '#fed', accent: '#685',
    jaw: 9, worst: -1.4, lips: '#c66', glasses: 'round', worries: true, broad: 0.96,
  },
  ray: {
    ground: '#bca', skin: '#da8', hair: '#bba', cut: 'cap', wear: 'flannel', cloth: '#a43', trim: '#323', accent: '#357',
    jaw: 14, worst: -1.5, brow: 2.3, beard: 'full', lines: 2, broad: 1.06,
  },
  amir: {
    ground: '#ea8', skin: '#c96', hair: '#222', cut: 'waves', wear: 'shirt', cloth: '#478', trim: '#eee', accent: '#366',
    jaw: 12, worst: -1.3, brow: 2.4, beard: 'short', worries: true,
  },
  dana: {
    ground: '#cbd', skin: '#ecb', hair: '#b53', cut: 'topknot', wear: 'apron', cloth: '#eed', trim: '#465', accent: '#ec4',
    jaw: 10, lips: '#b54', freckles: true, lines: 1,
  },
  priya: {
    ground: '#ea9', skin: '#a64', hair: '#211', cut: 'long', wear: 'blazer', cloth: '#da4', trim: '#fed', accent: '#c92',
    jaw: 9, worst: -1.2, lips: '#934', earrings: '#eda', brow: 1.9,
  },
  tom: {
    ground: '#8cc', skin: '#eb9', hair: '#c95', cut: 'quiff', wear: 'jacket', cloth: '#459', trim: '#ebb', accent: '#348',
    jaw: 13, worst: -0.8, beard: 'stubble', broad: 1.05,
  },
  karsten: {
    ground: '#9ac', skin: '#da8', hair: '#754', cut: 'shaved', wear: 'rollneck', cloth: '#223', trim: '#444', accent: '#344',
    jaw: 15, brow: 2.2, beard: 'short', lines: 2, broad: 1.03,
  },
  ines: {
    ground: '#679', skin: '#da7', hair: '#322', cut: 'chignon', wear: 'uniform', cloth: '#724', trim: '#eee', accent: '#ec6',
    jaw: 10, lips: '#a34', brow: 1.9,
  },
  sam: {
    ground: '#ec9', skin: '#853', hair: '#211', cut: 'coils', wear: 'suit', cloth: '#366', trim: '#e93', accent: '#fee',
    jaw: 12, worst: -0.6, headset: true,
  },
  tasks: {
    ground: '#9ce', skin: '#eca', hair: '#377', cut: 'pixie', wear: 'pinned', cloth: '#358', trim: '#347', accent: '#7da',
    jaw: 9, worst: -0.6, lips: '#b66', headset: true, broad: 0.97,
  },
};
