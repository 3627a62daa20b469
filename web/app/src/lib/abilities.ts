/** canCall says whether this browser has WebRTC, which each call needs, typed ones too. */
export const canCall = (): boolean => 'RTCPeerConnection' in window;

/** canCapture says whether this page may ask for a microphone: browsers hide it from pages without https. */
export const canCapture = (): boolean => window.isSecureContext && 'mediaDevices' in navigator;
