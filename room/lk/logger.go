package lk

import (
	"context"
	"fmt"
	"log/slog"
	"reflect"

	"github.com/livekit/protocol/logger"
	"github.com/livekit/protocol/logger/zaputil"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// What the SDK says of no room in particular, such as pion's chatter, goes to
// the default logger of the moment. The SDK reads its variable without a lock,
// so it is set before anything runs.
func init() { lksdk.SetLogger(sink{}) }

// Logger lets LiveKit's code log to l: its errors as warnings, since few of them
// concern whoever runs Parley, and the rest at debug level.
func Logger(l *slog.Logger) logger.Logger { return sink{l.With("from", "livekit")} }

// sink implements LiveKit's logger on slog; without a log it is slog.Default's.
type sink struct{ log *slog.Logger }

func (s sink) to() *slog.Logger {
	if s.log == nil {
		return slog.Default()
	}
	return s.log
}

// LiveKit's adapter for pion's log asks only a ZapLogger for its level before it
// formats a line; any other has every line formatted, whatever becomes of it, and
// one of them reads a track while pion changes it.
var _ logger.ZapLogger = sink{}

func (s sink) ComponentLeveler() logger.ZapComponentLeveler    { return s }
func (s sink) ComponentLevel(string) zapcore.LevelEnabler      { return s }
func (s sink) WithMinLevel(zapcore.LevelEnabler) logger.Logger { return s }
func (s sink) ToZap() *zap.SugaredLogger                       { return zap.NewNop().Sugar() } // nothing here asks for it

// Enabled reports whether lines of a level, as Debugw to Errorw write them, are kept.
func (s sink) Enabled(l zapcore.Level) bool {
	level := slog.LevelDebug
	if l >= zapcore.ErrorLevel {
		level = slog.LevelWarn
	}
	return s.to().Enabled(context.Background(), level)
}

func (s sink) Debugw(msg string, kv ...any) { s.write(slog.LevelDebug, msg, nil, kv) }
func (s sink) Infow(msg string, kv ...any)  { s.write(slog.LevelDebug, msg, nil, kv) }

func (s sink) Warnw(msg string, err error, kv ...any)  { s.write(slog.LevelDebug, msg, err, kv) }
func (s sink) Errorw(msg string, err error, kv ...any) { s.write(slog.LevelWarn, msg, err, kv) }

func (s sink) write(level slog.Level, msg string, err error, kv []any) {
	ctx := context.Background()
	log := s.to()
	if !log.Enabled(ctx, level) {
		return
	}
	kv = plain(kv)
	if err != nil {
		kv = append(kv, "err", err)
	}
	log.Log(ctx, level, msg, kv...) //nolint:sloglint // the message is LiveKit's
}

// plain is kv with what is more than a name, a number or an error shown by its
// type alone. LiveKit passes its live structures, for its own logger to read
// under their locks; slog would read them, and whatever they point to, with
// none.
func plain(kv []any) []any {
	out := make([]any, len(kv), len(kv)+2)
	for i, v := range kv {
		_, isErr := v.(error)
		switch kind := reflect.ValueOf(v).Kind(); {
		case isErr, kind == reflect.String, kind >= reflect.Bool && kind <= reflect.Float64:
			out[i] = v
		default:
			out[i] = fmt.Sprintf("%T", v)
		}
	}
	return out
}

func (s sink) WithValues(kv ...any) logger.Logger { return sink{s.to().With(plain(kv)...)} }
func (s sink) WithUnlikelyValues(kv ...any) logger.UnlikelyLogger {
	return logger.NewUnlikelyLogger(s, kv...)
}
func (s sink) WithName(string) logger.Logger      { return s }
func (s sink) WithComponent(string) logger.Logger { return s }
func (s sink) WithCallDepth(int) logger.Logger    { return s }
func (s sink) WithItemSampler() logger.Logger     { return s }
func (s sink) WithoutSampler() logger.Logger      { return s }
func (s sink) WithDeferredValues() (logger.Logger, logger.DeferredFieldResolver) {
	return s, zaputil.NoOpDeferrer{}
}
