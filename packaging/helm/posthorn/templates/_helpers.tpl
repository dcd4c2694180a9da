{{- define "posthorn.name" -}}
{{- if contains "posthorn" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-posthorn{{ end }}
{{- end }}

{{- define "posthorn.selector" -}}
app.kubernetes.io/name: posthorn
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "posthorn.labels" -}}
{{ include "posthorn.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- /* posthorn.yaml. The user's settings take precedence. */ -}}
{{- define "posthorn.settings" -}}
{{- $settings := dict "engine" .Values.engine }}
{{- if eq .Values.engine "kafka" }}
{{- if not .Values.kafka.bootstrapServers }}
{{- fail "kafka.bootstrapServers is empty; name the brokers of engine: kafka." }}
{{- end }}
{{- $settings = set $settings "kafka.bootstrap-servers" .Values.kafka.bootstrapServers }}
{{- end }}
{{- if .Values.tls.secretName }}
{{- $settings = set $settings "http.tls.certificate" "/etc/posthorn-tls/tls.crt" }}
{{- $settings = set $settings "http.tls.key" "/etc/posthorn-tls/tls.key" }}
{{- end }}
{{- merge (deepCopy .Values.settings) $settings | toYaml }}
{{- end }}
