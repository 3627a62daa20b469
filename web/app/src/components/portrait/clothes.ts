import type { Wear } from './face';

/** The shoulders; what is worn lies on them, and on the neck. */
export const shoulders = 'M8 104c0-17 12-23.5 33.5-29 4.5 4 12.5 4 17 0 21.5 5.5 33.5 12 33.5 29z';

const skin = '|k M41.5 73l8.5 16 8.5-16z|s M41.5 73l8.5 16 8.5-16z';
const lapels = '|c& M41 74l-6 3.5 2 9.5-2.5 1.5 13.5 15.5h2v-11z|s& M41 74l-6 3.5 2 9.5-2.5 1.5 13.5 15.5h2v-11z';
const shape = 'M42 72.5l-3.5 4 6 7.5 5.5-5.5z';
const roll = 't M40.5 66.5c5.5 3 13.5 3 19 0l1.5 11.5c-6 4-16 4-22 0z|s1.2 M40 73.5c6 3 14 3 20 0';
const fold = '|s0.9& M38.5 76.5l6 7.5 5.5-5.5';

/** What is worn, in the format of Shapes. */
export const clothes: Record<Wear, string> = {
  suit: `a M40 74l10 26 10-26z|t M47.5 80h5l-1 4 2 20h-7l2-20z${lapels}|a& ${shape}${fold}`,
  blazer: `t M40 74l10 30 10-30z${skin}${lapels}`,
  jacket: `t M40 74l10 30 10-30z${skin}${lapels}|t& ${shape}${fold}`,
  sweater: 't M38 75c4 9.5 20 9.5 24 0l-3.5-1.5c-3.5 6-13.5 6-17 0z|a2 M20 90q30-8 60 0',
  rollneck: roll,
  pinned: roll + '|a7.6 M64 85h.1|i1.3 M62 85l1.5 1.5 2.5-3',
  hoodie: 't M42 74l8 12 8-12z|a& M41.5 70c-7.5 2-10.5 7-8.5 11 4 7.5 12 10 17 10v-4c-5-2-8.5-8-8.5-17z|t1.4& M44.5 88v8.5',
  apron: `t& M32.5 77.5l4.5-1.5 3.5 17h9.5v11h-23z|s1.2 M40.5 93h19|c& ${shape}${fold}`,
  uniform: `t M40 74l10 22 10-22z${skin}|c& M41.5 72.5l-5.5 3.5 7.5 12.5 6.5 3.5v12h-3l-14-24z|s1& M36 76l7.5 12.5 6.5 5.5v10|a M63.5 81l8 1.5-.5 3-8-1.5z`,
  shirt: `t M42 74l8 11 8-11z|c& ${shape}${fold}|s1.2 M50 84v20|t1.8 M52 89h.1`,
  cardigan: `t M39 74.5l11 26.5 11-26.5z|t& ${shape}${fold}|s1.2 M50 79v18|c4& M38.5 73.5c1.5 8.5 6.5 19.5 11.5 27.5|s1.2& M36.5 75c2 9 6.5 19 11.5 27`,
  flannel: `t2.6%55 M22 80v24m12-28v28m32-28v28m12-24v24m-68-15.5h80|a M42 74l8 12 8-12z|c& ${shape}${fold}|s1.2 M50 86v18`,
};
