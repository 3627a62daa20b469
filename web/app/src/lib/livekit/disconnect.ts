import { DisconnectReason } from 'livekit-client';

/** disconnectWords says why LiveKit ended the connection, for the user. */
export function disconnectWords(reason: DisconnectReason | undefined): string {
  switch (reason) {
    case DisconnectReason.CLIENT_INITIATED:
      return 'You left the call.';
    case DisconnectReason.DUPLICATE_IDENTITY:
      return 'This call was opened somewhere else.';
    case DisconnectReason.ROOM_DELETED:
    case DisconnectReason.PARTICIPANT_REMOVED:
      return 'The call was closed.';
    case DisconnectReason.SERVER_SHUTDOWN:
      return 'The server was stopped.';
    default:
      return 'The connection was lost.';
  }
}
