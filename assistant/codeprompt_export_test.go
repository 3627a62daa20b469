package assistant

import "parley/tool"

// Tools are those of every assistant.
func (h *Host) Tools() []tool.Tool { return h.tools.All() }
