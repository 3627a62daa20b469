package embedded

import (
	"errors"
	"fmt"
	"net"

	"github.com/pion/stun/v3"
)

// stunServer tells clients their own address, which is all of STUN (RFC 8489)
// they use. Nobody on the loopback interface needs it, but LiveKit gives clients
// public STUN servers unless it knows another: every call would then ask hosts
// on the Internet, and wait for them where there is none.
type stunServer struct {
	conn net.PacketConn
	done chan struct{}
}

func startSTUN() (*stunServer, error) {
	conn, err := net.ListenPacket("udp4", net.JoinHostPort(Loopback, "0"))
	if err != nil {
		return nil, fmt.Errorf("listen for stun: %w", err)
	}
	s := &stunServer{conn: conn, done: make(chan struct{})}
	go s.serve()
	return s, nil
}

func (s *stunServer) addr() string { return s.conn.LocalAddr().String() }

// serve answers until close.
func (s *stunServer) serve() {
	defer close(s.done)
	buf := make([]byte, 1500)
	for {
		n, from, err := s.conn.ReadFrom(buf)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if reply := stunReply(buf[:n], from); err == nil && reply != nil {
			_, _ = s.conn.WriteTo(reply, from) // a client that got nothing asks again
		}
	}
}

func (s *stunServer) close() {
	_ = s.conn.Close()
	<-s.done
}

// stunReply is the answer to request, or nil if it is no binding request.
func stunReply(request []byte, from net.Addr) []byte {
	udp, ok := from.(*net.UDPAddr)
	if !ok || !stun.IsMessage(request) {
		return nil
	}
	m := &stun.Message{Raw: append([]byte(nil), request...)}
	if err := m.Decode(); err != nil || m.Type != stun.BindingRequest {
		return nil
	}
	reply, err := stun.Build(m, stun.BindingSuccess, &stun.XORMappedAddress{IP: udp.IP, Port: udp.Port}, stun.Fingerprint)
	if err != nil {
		return nil
	}
	return reply.Raw
}
