import type { Listener } from '../rpc/events';
import { AttrFinal, AttrSegment, type Role } from '../rpc/types.gen';

/** The part of livekit-client's TextStreamReader that captions need. */
export interface CaptionReader extends AsyncIterable<string> {
  readonly info: { readonly id: string; readonly attributes?: Record<string, string>; readonly timestamp?: number };
}

/**
 * captionRole says whose words a caption holds, and undefined of one that is not
 * for this page: captions come from the agent, the user's own on their behalf.
 * The server lets nobody else send in the user's name.
 */
export function captionRole(from: string, own: string, isAgent: (identity: string) => boolean): Role | undefined {
  if (from === own) return 'user';
  return isAgent(from) ? 'character' : undefined;
}

/**
 * readCaption emits one step for each piece of a caption's stream and one at
 * its end, when its attributes say whether the text is final. The user's
 * interim text comes as a new stream of the same segment each time.
 */
export async function readCaption(reader: CaptionReader, role: Role, emit: Listener): Promise<void> {
  const segment = reader.info.attributes?.[AttrSegment] ?? reader.info.id;
  let text = '';
  try {
    for await (const piece of reader) {
      text += piece;
      if (text !== '') emit({ kind: 'caption', segment, role, text, final: false });
    }
  } catch {
    // The sender left in the middle; what came is what there is.
  }
  const final = reader.info.attributes?.[AttrFinal] === 'true';
  emit({ kind: 'caption', segment, role, text, final });
}
